package dev.daybook.chroma;

import static dev.daybook.chroma.ChromaSamples.ADA;
import static dev.daybook.chroma.ChromaSamples.BOB;
import static dev.daybook.chroma.ChromaSamples.NOON;
import static dev.daybook.chroma.ChromaSamples.episode;
import static dev.daybook.chroma.ChromaSamples.said;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.WriteBatch;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Batches that touch each rule of a scope; {@code golden/batches-0.1.0.json} has the documents that they come to. */
final class GoldenBatches {

    private static final Scope SHARED = new Scope.Shared(Space.DEFAULT);
    private static final Scope ANONYMOUS = new Scope.Anonymous(Space.DEFAULT);
    private static final EntryKey NOTE = new EntryKey(Kind.NOTE, "n1");

    private final Store store;
    private int operations;

    private GoldenBatches(Store store) {
        this.store = store;
    }

    static void writeTo(Store store) {
        GoldenBatches batches = new GoldenBatches(store);
        batches.newVersions();
        batches.sidecars();
        batches.states();
        batches.erasures();
    }

    private void newVersions() {
        write(ADA, List.of(said("e1", "first"), said("e2", "second"), note("a note")), List.of(), List.of());
        write(BOB, List.of(said("e1", "the id is taken")), List.of(), List.of());
        write(ANONYMOUS, List.of(said("e1", "nobody said it")), List.of(), List.of());
        write(SHARED, List.of(said("e1", "for all")), List.of(), List.of());
        write(ADA, List.of(said("e1", "first, again"), note("a note again")), List.of(), List.of());
        write(ADA, List.of(withdrawn(said("e2", "second"))), List.of(), List.of());
    }

    private void sidecars() {
        EntryPut withSidecar = new EntryPut(
                episode("e3"),
                "s1",
                NOON.toInstant(),
                NOON.toInstant(),
                EntryPut.LIVE,
                said("e3", "third").body(),
                Map.of("terms/a", Blob.of("of the put")),
                0);
        write(ADA, List.of(withSidecar), List.of(sidecar("e3", 7, "terms/b")), List.of());
        write(ADA, List.of(), List.of(sidecar("e1", 4, "terms/a"), sidecar("e1", 1, "of an old version")), List.of());
        write(ADA, List.of(), List.of(sidecar("none", 1, "of no entry")), List.of());
    }

    private void states() {
        write(ADA, List.of(), List.of(), List.of(state("kept", "1"), state("removed", "1"), state("erased", "1")));
        write(ADA, List.of(), List.of(), List.of(state("kept", "2"), state("removed", null)));
    }

    private void erasures() {
        store.erase(
                ADA,
                EraseRequest.of(List.of(episode("e3")), List.of("erased")),
                batch(ADA, List.of(), List.of(), List.of()));
        write(ADA, List.of(said("e3", "another third"), said("e4", "fourth")), List.of(), List.of());
        store.erase(
                ADA,
                EraseRequest.of(List.of(episode("e4"), episode("none")), List.of()),
                batch(ADA, List.of(said("e4", "back in one step")), List.of(), List.of(state("tombstone", "e4"))));
        store.erase(BOB, EraseRequest.EVERYTHING, batch(BOB, List.of(), List.of(), List.of()));
        write(BOB, List.of(said("e1", "after all was erased")), List.of(), List.of());
    }

    private void write(Scope scope, List<EntryPut> puts, List<Sidecar> sidecars, List<StateChange> states) {
        store.write(batch(scope, puts, sidecars, states));
    }

    private WriteBatch batch(Scope scope, List<EntryPut> puts, List<Sidecar> sidecars, List<StateChange> states) {
        operations++;
        String operation = "op_" + operations;
        return new WriteBatch(
                scope, operation, puts, sidecars, states, new AuditRecord(operation, "test", NOON.toInstant(), "{}"));
    }

    private static EntryPut note(String text) {
        return new EntryPut(
                NOTE, null, NOON.toInstant(), NOON.toInstant(), EntryPut.LIVE, Blob.of(text), Map.of(), EntryPut.ANY);
    }

    private static EntryPut withdrawn(EntryPut put) {
        return new EntryPut(
                put.key(), put.session(), put.time(), put.recorded(), "withdrawn", put.body(), Map.of(), EntryPut.ANY);
    }

    private static Sidecar sidecar(String id, long contentRevision, String name) {
        return new Sidecar(episode(id), contentRevision, name, Blob.of(name));
    }

    private static StateChange state(String name, @Nullable String value) {
        return new StateChange(name, EntryPut.ANY, value == null ? null : Blob.of(value));
    }
}

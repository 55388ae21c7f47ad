package dev.daybook.testkit.store;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Short factories for the batches of the store contract, and a reader of all pages. */
public final class BatchFixture {

    public static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    public static final Instant NOON = Instant.parse("2025-03-01T12:00:00Z");

    private BatchFixture() {}

    public static EntryKey episode(String id) {
        return new EntryKey(Kind.EPISODE, id);
    }

    public static EntryPut put(String id) {
        return put(episode(id), "body of " + id);
    }

    public static EntryPut put(EntryKey key, String body) {
        return put(key, null, NOON, body);
    }

    public static EntryPut put(EntryKey key, @Nullable String session, Instant time, String body) {
        return new EntryPut(key, session, time, NOON, EntryPut.LIVE, Blob.of(body), Map.of(), EntryPut.ANY);
    }

    static EntryPut expecting(long contentRevision, EntryPut put) {
        return new EntryPut(
                put.key(),
                put.session(),
                put.time(),
                put.recorded(),
                put.status(),
                put.body(),
                put.sidecars(),
                contentRevision);
    }

    static EntryPut with(Map<String, Blob> sidecars, EntryPut put) {
        return new EntryPut(
                put.key(),
                put.session(),
                put.time(),
                put.recorded(),
                put.status(),
                put.body(),
                sidecars,
                put.expected());
    }

    static EntryPut recorded(Instant recorded, EntryPut put) {
        return new EntryPut(
                put.key(),
                put.session(),
                put.time(),
                recorded,
                put.status(),
                put.body(),
                put.sidecars(),
                put.expected());
    }

    static EntryPut status(String status, EntryPut put) {
        return new EntryPut(
                put.key(),
                put.session(),
                put.time(),
                put.recorded(),
                status,
                put.body(),
                put.sidecars(),
                put.expected());
    }

    public static WriteBatch batch(Scope scope, EntryPut... puts) {
        return batch(scope, List.of(puts), List.of(), List.of());
    }

    public static WriteBatch batch(Scope scope, Sidecar... sidecars) {
        return batch(scope, List.of(), List.of(sidecars), List.of());
    }

    public static WriteBatch batch(Scope scope, StateChange... states) {
        return batch(scope, List.of(), List.of(), List.of(states));
    }

    public static WriteBatch batch(Scope scope, List<EntryPut> puts, List<Sidecar> sidecars, List<StateChange> states) {
        String operation = UUID.randomUUID().toString();
        return new WriteBatch(scope, operation, puts, sidecars, states, new AuditRecord(operation, "test", NOON, "{}"));
    }

    public static WriteBatch nothing(Scope scope) {
        return batch(scope, List.of(), List.of(), List.of());
    }

    public static StateChange state(String name, String value) {
        return new StateChange(name, EntryPut.ANY, Blob.of(value));
    }

    /** All pages of a scan. */
    public static List<StoredEntry> all(Store store, Scope scope, EntryScan scan) {
        return pages(cursor -> store.scan(scope, scan.after(cursor)));
    }

    static <T> List<T> pages(Function<@Nullable String, Page<T>> read) {
        List<T> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<T> page = read.apply(cursor);
            all.addAll(page.items());
            cursor = page.cursor();
        } while (cursor != null);
        return all;
    }

    static List<String> ids(List<StoredEntry> versions) {
        return versions.stream().map(version -> version.key().id()).toList();
    }
}

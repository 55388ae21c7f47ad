package dev.daybook.chroma;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Audit;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Commit;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Sidecar;
import dev.daybook.spi.State;
import dev.daybook.spi.StateChange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Works out what an operation will make of a scope, without writing anything: positions and revisions are settled here,
 * once, so that doing it again gives the same ones.
 */
final class Draft {

    private final Scope scope;
    private final ScopeIndex now;
    private final RowNames names;

    /** What lies beside entries now, as far as the operation adds to it. */
    private final Map<Key, Map<String, Blob>> beside;

    private final Map<Key, @Nullable Change> changes = new LinkedHashMap<>();
    private final Map<String, @Nullable State> states = new LinkedHashMap<>();
    private final List<Key> erased = new ArrayList<>();
    private final List<Audit> audits = new ArrayList<>();
    private final Map<Kind, Long> positions;
    private long revision;
    private long epoch;

    /**
     * What becomes of an entry.
     *
     * @param put its new version; null: it keeps the one it has
     * @param adopted another program's row that becomes the entry's, as it lies there; null: we write the row
     * @param sidecars what lies beside it then
     * @param added which of them were added to a version that stays
     */
    record Change(
            Held held,
            @Nullable Put put,
            @Nullable ChromaDocument adopted,
            Map<String, Blob> sidecars,
            Map<String, Blob> added) {}

    Draft(Scope scope, ScopeIndex now, RowNames names, Map<Key, Map<String, Blob>> beside) {
        this.scope = scope;
        this.now = now;
        this.names = names;
        this.beside = beside;
        this.positions = new EnumMap<>(Kind.class);
        this.positions.putAll(now.counters().positions());
        this.revision = now.counters().revision();
        this.epoch = now.counters().epoch();
    }

    Scope scope() {
        return scope;
    }

    private @Nullable Held entry(Key key) {
        if (changes.containsKey(key)) {
            Change change = changes.get(key);
            return change == null ? null : change.held();
        }
        return now.entry(key);
    }

    private @Nullable State state(String name) {
        return states.containsKey(name) ? states.get(name) : now.states().get(name);
    }

    /** Notes that something is gone without our doing. */
    void raiseEpoch() {
        epoch++;
    }

    Map<Kind, Long> erase(Erase what) {
        Collection<Key> keys =
                what.everything() ? now.entries().stream().map(Held::key).toList() : what.keys();
        Collection<String> gone = what.everything() ? List.copyOf(now.states().keySet()) : what.states();
        Map<Kind, Long> counts = new HashMap<>();
        for (Key key : keys) {
            if (entry(key) != null) {
                changes.put(key, null);
                erased.add(key);
                counts.merge(key.kind(), 1L, Long::sum);
            }
        }
        gone.forEach(name -> states.put(name, null));
        epoch++;
        return counts;
    }

    Commit write(Batch batch) {
        requireExpected(batch);
        List<Commit.Placed> placed = new ArrayList<>();
        batch.puts().forEach(put -> placed.add(put(put)));
        batch.sidecars().forEach(this::beside);
        batch.states().forEach(this::change);
        if (batch.audit() != null) {
            audits.add(batch.audit());
        }
        return new Commit(revision, placed);
    }

    private void requireExpected(Batch batch) {
        for (Put put : batch.puts()) {
            Held held = entry(put.key());
            put.requireExpected(held == null ? 0 : held.contentRevision());
        }
        for (StateChange change : batch.states()) {
            State state = state(change.name());
            change.requireExpected(state == null ? 0 : state.version());
        }
    }

    private Commit.Placed put(Put put) {
        Shelf shelf = Shelf.of(scope, put);
        Held before = entry(put.key());
        String row = before != null && before.shelf() == shelf ? before.row() : names.row(shelf, put.key());
        return put(put, shelf, row, null);
    }

    /** Takes the row of another program as it lies there: only keys of ours are written to it. */
    void adopt(Put put, Shelf shelf, ChromaDocument row) {
        put(put, shelf, row.id(), row);
    }

    private Commit.Placed put(Put put, Shelf shelf, String row, @Nullable ChromaDocument adopted) {
        Key key = put.key();
        Held before = entry(key);
        revision++;
        long position = before == null ? positions.merge(key.kind(), 1L, Long::sum) : before.position();
        Held held = new Held(
                key,
                position,
                revision,
                revision,
                put.session(),
                put.time(),
                put.recorded(),
                put.status(),
                shelf,
                row,
                before == null ? List.of() : before.pastWithThis());
        changes.put(key, new Change(held, put, adopted, put.sidecars(), Map.of()));
        return new Commit.Placed(key, position, revision);
    }

    private void beside(Sidecar sidecar) {
        Held held = entry(sidecar.key());
        if (held == null || held.contentRevision() != sidecar.contentRevision()) {
            return;
        }
        revision++;
        Change change = changes.get(sidecar.key());
        Map<String, Blob> sidecars =
                new TreeMap<>(change == null ? beside.getOrDefault(sidecar.key(), Map.of()) : change.sidecars());
        sidecars.put(sidecar.name(), sidecar.bytes());
        Map<String, Blob> added = new TreeMap<>(change == null ? Map.of() : change.added());
        added.put(sidecar.name(), sidecar.bytes());
        changes.put(
                sidecar.key(),
                new Change(
                        held.at(revision),
                        change == null ? null : change.put(),
                        change == null ? null : change.adopted(),
                        sidecars,
                        added));
    }

    private void change(StateChange change) {
        State before = state(change.name());
        long version = before == null ? 1 : before.version() + 1;
        states.put(change.name(), change.bytes() == null ? null : new State(change.name(), version, change.bytes()));
    }

    Map<Key, @Nullable Change> changes() {
        return changes;
    }

    Map<String, @Nullable State> states() {
        return states;
    }

    /** The entries that are gone, also those that have come again since. */
    List<Key> erased() {
        return erased;
    }

    List<Audit> audits() {
        return audits;
    }

    boolean changesNothing() {
        return changes.isEmpty()
                && states.isEmpty()
                && audits.isEmpty()
                && epoch == now.counters().epoch();
    }

    /** The numbers of the scope when all is done. */
    Counters counters(long audits, String chain) {
        return new Counters(revision, epoch, positions, audits, chain);
    }
}

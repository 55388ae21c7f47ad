package dev.daybook.chroma;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Audit;
import dev.daybook.spi.Batch;
import dev.daybook.spi.BatchPlan;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Commit;
import dev.daybook.spi.EntryNumbers;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.RowChange;
import dev.daybook.spi.ScopeNumbers;
import dev.daybook.spi.Sidecar;
import dev.daybook.spi.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The changes of an operation to the rows and states of a scope, before any is written. Positions and revisions are settled
 * in it, so that doing the operation again gives the same ones.
 */
final class Draft {

    private static final Erase NOTHING = Erase.of(List.of(), List.of());

    private final Scope scope;
    private final ScopeIndex now;
    private final RowNames names;

    /** What lies beside entries now, as far as the operation adds to it. */
    private final Map<Key, Map<String, Blob>> beside;

    private final Map<Key, @Nullable Change> changes = new LinkedHashMap<>();
    private final Map<String, @Nullable State> states = new LinkedHashMap<>();
    private final List<Key> erased = new ArrayList<>();
    private final List<Audit> audits = new ArrayList<>();
    private final BatchPlan plan;

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
        Counters counters = now.counters();
        this.plan = new BatchPlan(
                new ScopeNumbers(counters.revision(), counters.epoch(), counters.positions(), now.counts()),
                this::numbers,
                this::version);
    }

    private @Nullable EntryNumbers numbers(Key key) {
        Held held = now.entry(key);
        return held == null ? null : new EntryNumbers(held.position(), held.contentRevision(), held.revision());
    }

    private long version(String name) {
        State state = now.states().get(name);
        return state == null ? 0 : state.version();
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

    /** Notes that rows were removed by another program. */
    void raiseEpoch() {
        plan.erase(NOTHING);
    }

    Map<Kind, Long> erase(Erase what) {
        Map<Kind, Long> counts = plan.erase(what);
        if (what.everything()) {
            now.entries().forEach(held -> erase(held.key()));
            now.states().keySet().forEach(name -> states.put(name, null));
        }
        plan.removals().forEach(removal -> erase(removal.key()));
        return counts;
    }

    private void erase(Key key) {
        changes.put(key, null);
        erased.add(key);
    }

    Commit write(Batch batch) {
        Commit commit = plan.write(batch);
        plan.versions().forEach(this::put);
        plan.additions().forEach(this::beside);
        plan.values().forEach(value -> states.put(value.name(), value.state()));
        if (batch.audit() != null) {
            audits.add(batch.audit());
        }
        return commit;
    }

    private void put(RowChange.Version version) {
        Shelf shelf = Shelf.of(scope, version.put());
        Held before = entry(version.key());
        String row = before != null && before.shelf() == shelf ? before.row() : names.row(shelf, version.key());
        put(version, shelf, row, null);
    }

    /** Takes the row of another program as it lies there: only keys of ours are written to it. */
    void adopt(Put put, Shelf shelf, ChromaDocument row) {
        plan.write(new Batch(scope, "", List.of(put), List.of(), List.of(), null));
        List<RowChange.Version> versions = plan.versions();
        put(versions.get(versions.size() - 1), shelf, row.id(), row);
    }

    private void put(RowChange.Version version, Shelf shelf, String row, @Nullable ChromaDocument adopted) {
        Put put = version.put();
        Held before = entry(version.key());
        EntryNumbers numbers = version.numbers();
        Held held = new Held(
                version.key(),
                numbers.position(),
                numbers.revision(),
                numbers.contentRevision(),
                put.session(),
                put.time(),
                put.recorded(),
                put.status(),
                shelf,
                row,
                before == null ? List.of() : before.pastWithThis());
        changes.put(version.key(), new Change(held, put, adopted, put.sidecars(), Map.of()));
    }

    private void beside(RowChange.Addition addition) {
        Sidecar sidecar = addition.sidecar();
        Change change = changes.get(addition.key());
        Map<String, Blob> sidecars =
                new TreeMap<>(change == null ? beside.getOrDefault(addition.key(), Map.of()) : change.sidecars());
        sidecars.put(sidecar.name(), sidecar.bytes());
        Map<String, Blob> added = new TreeMap<>(change == null ? Map.of() : change.added());
        added.put(sidecar.name(), sidecar.bytes());
        changes.put(
                addition.key(),
                new Change(
                        Objects.requireNonNull(entry(addition.key()))
                                .at(addition.numbers().revision()),
                        change == null ? null : change.put(),
                        change == null ? null : change.adopted(),
                        sidecars,
                        added));
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
                && plan.numbers().epoch() == now.counters().epoch();
    }

    /** The numbers of the scope when all is done. */
    Counters counters(long audits, String chain) {
        ScopeNumbers numbers = plan.numbers();
        return new Counters(numbers.revision(), numbers.epoch(), numbers.positions(), audits, chain);
    }
}

package dev.daybook.chroma;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.BatchPlan;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryNumbers;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeNumbers;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Sidecar;
import dev.daybook.store.WriteBatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The changes of an operation to the rows and states of a scope, before any is written. Positions and revisions are
 * settled in it, so that doing the operation again gives the same ones.
 */
final class ChangeDraft {

    private static final EraseRequest NOTHING = EraseRequest.of(List.of(), List.of());

    private final Scope scope;
    private final ResidentScope now;
    private final RowNames names;

    /** The present sidecars of the entries to which the operation adds one. */
    private final Map<EntryKey, Map<String, Blob>> beside;

    private final Map<EntryKey, @Nullable Change> changes = new LinkedHashMap<>();
    private final Map<String, @Nullable ScopeState> states = new LinkedHashMap<>();
    private final List<EntryKey> erased = new ArrayList<>();
    private final List<AuditRecord> audits = new ArrayList<>();
    private final BatchPlan plan;
    private boolean named;

    /**
     * The change of one entry.
     *
     * @param put the new version; null: the present version stays
     * @param adopted the unchanged row of another program, which becomes the row of the entry; null: Daybook writes the
     *     row
     * @param sidecars the sidecars after the change
     * @param added the sidecars added to a version that stays
     */
    record Change(
            IndexedEntry held,
            @Nullable EntryPut put,
            @Nullable ChromaDocument adopted,
            Map<String, Blob> sidecars,
            Map<String, Blob> added) {}

    ChangeDraft(Scope scope, ResidentScope now, RowNames names, Map<EntryKey, Map<String, Blob>> beside) {
        this.scope = scope;
        this.now = now;
        this.names = names;
        this.beside = beside;
        this.plan = new BatchPlan(now.numbers(), this::numbers, this::version);
        this.named = now.counters().named();
    }

    private @Nullable EntryNumbers numbers(EntryKey key) {
        IndexedEntry indexedEntry = now.entry(key);
        return indexedEntry == null
                ? null
                : new EntryNumbers(indexedEntry.position(), indexedEntry.contentRevision(), indexedEntry.revision());
    }

    private long version(String name) {
        ScopeState state = now.states().get(name);
        return state == null ? 0 : state.version();
    }

    Scope scope() {
        return scope;
    }

    private @Nullable IndexedEntry entry(EntryKey key) {
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

    Map<Kind, Long> erase(EraseRequest what) {
        Map<Kind, Long> counts = plan.erase(what);
        if (what.everything()) {
            named = false;
            now.entries().forEach(indexedEntry -> erase(indexedEntry.key()));
            now.states().keySet().forEach(name -> states.put(name, null));
        }
        plan.removals().forEach(removal -> erase(removal.key()));
        return counts;
    }

    private void erase(EntryKey key) {
        changes.put(key, null);
        erased.add(key);
    }

    CommitResult write(WriteBatch batch) {
        CommitResult commit = plan.write(batch);
        takePlan();
        if (batch.audit() != null) {
            audits.add(batch.audit());
        }
        named |= batch.namesScope();
        return commit;
    }

    /** Takes rows of another store with their numbers there. */
    void copy(ScopeRows rows) {
        plan.copy(rows);
        takePlan();
        audits.addAll(rows.audits());
        named = true;
    }

    private void takePlan() {
        plan.versions().forEach(this::put);
        plan.additions().forEach(this::beside);
        plan.values().forEach(value -> states.put(value.name(), value.state()));
    }

    private void put(RowChange.Version version) {
        SpaceCollection spaceCollection =
                SpaceCollection.of(scope, version.key().kind(), version.put().status());
        IndexedEntry before = entry(version.key());
        String row = before != null && before.shelf() == spaceCollection
                ? before.row()
                : names.row(spaceCollection, version.key());
        put(version, spaceCollection, row, null);
    }

    /** Adopts the unchanged row of another program; only keys of Daybook are added to it. */
    void adopt(EntryPut put, SpaceCollection spaceCollection, ChromaDocument row) {
        plan.write(new WriteBatch(scope, "", List.of(put), List.of(), List.of(), null));
        List<RowChange.Version> versions = plan.versions();
        put(versions.get(versions.size() - 1), spaceCollection, row.id(), row);
        named = true;
    }

    private void put(
            RowChange.Version version, SpaceCollection spaceCollection, String row, @Nullable ChromaDocument adopted) {
        EntryPut put = version.put();
        IndexedEntry before = entry(version.key());
        EntryNumbers numbers = version.numbers();
        IndexedEntry indexedEntry = new IndexedEntry(
                version.key(),
                numbers.position(),
                numbers.revision(),
                numbers.contentRevision(),
                put.session(),
                put.time(),
                put.recorded(),
                put.status(),
                spaceCollection,
                row,
                before == null ? List.of() : before.pastWithThis());
        changes.put(version.key(), new Change(indexedEntry, put, adopted, put.sidecars(), Map.of()));
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

    Map<EntryKey, @Nullable Change> changes() {
        return changes;
    }

    Map<String, @Nullable ScopeState> states() {
        return states;
    }

    /** Returns the erased entries, including entries written again since. */
    List<EntryKey> erased() {
        return erased;
    }

    List<AuditRecord> audits() {
        return audits;
    }

    boolean changesNothing() {
        return changes.isEmpty()
                && states.isEmpty()
                && audits.isEmpty()
                && named == now.counters().named()
                && plan.numbers().equals(now.numbers());
    }

    /** The numbers of the scope when all is done. */
    ScopeCounters counters(long audits, String chain) {
        ScopeNumbers numbers = plan.numbers();
        return new ScopeCounters(numbers.revision(), numbers.epoch(), numbers.positions(), audits, chain, named);
    }
}

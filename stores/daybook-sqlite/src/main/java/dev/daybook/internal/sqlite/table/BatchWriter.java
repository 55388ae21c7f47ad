package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.MovedKeys;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.BatchPlan;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryNumbers;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.Head;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.StateChange;
import dev.daybook.store.WriteBatch;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes batches and erasures to the tables. Called inside a transaction; after a failure the caller rolls back. */
public final class BatchWriter {

    private final ScopeTable scopes;

    public BatchWriter(ScopeTable scopes) {
        this.scopes = scopes;
    }

    /** The result of a batch, and the entries that it wrote. */
    public record Written(CommitResult result, WrittenRows rows) {

        /** Returns the head of the scope after the batch. */
        public Head head() {
            return rows.head();
        }
    }

    /**
     * The result of an erasure, and the head of the scope after it.
     *
     * @param ownKeys the slots of the keys that only records of an erased whole scope had; none if entries of it stay
     */
    public record Erased(EraseResult result, Head head, Set<Integer> ownKeys) {}

    private Written write(SqlConnection sql, WriteBatch batch) throws SQLException {
        return write(sql, batch, PackedContents.NONE);
    }

    /** @param contents the contents of the batch, as far as they are packed */
    public Written write(SqlConnection sql, WriteBatch batch, PackedContents contents) throws SQLException {
        ScopeRecord scope =
                batch.namesScope() ? scopes.written(sql, batch.scope()) : scopes.touched(sql, batch.scope());
        long before = scope.revision();
        BatchPlan plan = plan(sql, scope, BatchPlan.entries(batch), batch.states());
        CommitResult commit = plan.write(batch);
        apply(sql, scope, plan, contents);
        @Nullable AuditRecord audit = batch.audit();
        if (audit != null) {
            AuditChain.append(sql, scope, audit);
        }
        scope.take(plan.numbers());
        scope.update(sql);
        boolean isComplete = plan.additions().isEmpty();
        return new Written(commit, new WrittenRows(before, scope.head(), plan.versions(), isComplete));
    }

    /** Writes rows of a scope of another store with their numbers there. */
    public Head copy(SqlConnection sql, ScopeRows rows) throws SQLException {
        ScopeRecord scope = scopes.written(sql, rows.scope());
        BatchPlan plan = plan(sql, scope, BatchPlan.entries(rows), List.of());
        plan.copy(rows);
        apply(sql, scope, plan, PackedContents.NONE);
        for (AuditRecord audit : rows.audits()) {
            AuditChain.append(sql, scope, audit);
        }
        scope.take(plan.numbers());
        scope.update(sql);
        return scope.head();
    }

    private static void apply(SqlConnection sql, ScopeRecord scope, BatchPlan plan, PackedContents contents)
            throws SQLException {
        for (RowChange.Version version : plan.versions()) {
            EntryTable.put(sql, scope, version, contents.of(version.put()));
        }
        for (RowChange.Addition addition : plan.additions()) {
            EntryTable.add(sql, scope.number, addition);
        }
        for (RowChange.Value value : plan.values()) {
            StateTable.change(sql, scope, value);
        }
    }

    /** Each entry and state concerned is read once, by its key. */
    private static BatchPlan plan(SqlConnection sql, ScopeRecord scope, List<EntryKey> keys, List<StateChange> changes)
            throws SQLException {
        Map<EntryKey, EntryNumbers> entries = new HashMap<>();
        for (EntryKey key : keys) {
            EntryNumbers found = EntryTable.numbers(sql, scope, key);
            if (found != null) {
                entries.put(key, found);
            }
        }
        Map<String, Long> states = new HashMap<>();
        for (StateChange change : changes) {
            states.put(change.name(), StateTable.version(sql, scope, change.name()));
        }
        return new BatchPlan(scope.numbers(), entries::get, name -> states.getOrDefault(name, 0L));
    }

    public Erased erase(SqlConnection sql, Scope scope, EraseRequest what, WriteBatch alongside) throws SQLException {
        ScopeRecord record = scopes.touched(sql, scope);
        alongside.expected().requireHeld(record.numbers());
        for (StateChange change : alongside.states()) {
            change.requireExpected(StateTable.version(sql, record, change.name()));
        }
        BatchPlan plan = plan(sql, record, what.keys(), List.of());
        Map<Kind, Long> counts = plan.erase(what);
        Set<Integer> ownKeys = Set.of();
        if (what.everything()) {
            ownKeys = eraseAll(sql, record);
        } else {
            EntryTable.remove(sql, record.number, plan.removals());
            for (RowChange.Value value : plan.values()) {
                StateTable.change(sql, record, value);
            }
            StateTable.encryptAgain(sql, record);
            MovedKeys.markErased(sql, record.number);
        }
        record.take(plan.numbers());
        record.update(sql);
        long number = sql.number("SELECT value FROM meta WHERE name = 'erased'") + 1;
        sql.update("UPDATE meta SET value = ? WHERE name = 'erased'", number);
        Head head = write(sql, checked(alongside)).head();
        return new Erased(new EraseResult(number, counts), head, ownKeys);
    }

    /** Returns a batch without its expectations that were checked: the erasure has changed the epoch and the states. */
    private static WriteBatch checked(WriteBatch batch) {
        List<StateChange> states = batch.states().stream()
                .map(change -> new StateChange(change.name(), EntryPut.ANY, change.bytes()))
                .toList();
        return new WriteBatch(batch.scope(), batch.operation(), batch.puts(), batch.sidecars(), states, batch.audit());
    }

    /** Removes all records of a scope; returns the slots of the keys that they had. */
    public static Set<Integer> eraseAll(SqlConnection sql, ScopeRecord record) throws SQLException {
        Set<Integer> keys = KeySlots.ofEntries(sql, record.number);
        EntryTable.removeAll(sql, record.number);
        StateTable.removeAll(sql, record.number);
        // Of entries whose number is damaged: marking it marks every key without a record.
        boolean damaged = keys.contains(KeySlots.NONE);
        keys.add(record.nameKey());
        keys.add(record.stateKey());
        keys.remove(KeySlots.NONE);
        record.nameless();
        KeySlots.markErased(sql, keys);
        if (damaged) {
            KeySlots.markErased(sql, List.of(KeySlots.NONE));
        }
        MovedKeys.markErased(sql, record.number);
        return keys;
    }
}

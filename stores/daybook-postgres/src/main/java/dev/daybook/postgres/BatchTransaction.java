package dev.daybook.postgres;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.BatchPlan;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryNumbers;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.StateChange;
import dev.daybook.store.WriteBatch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Applies a batch or an erasure inside one transaction. It first locks the row of the scope, so the batches of a scope
 * follow each other, in all processes. Each can be run again: a batch that is committed already returns its result.
 */
final class BatchTransaction {

    private BatchTransaction() {}

    static CommitResult write(SqlSession sql, byte[] key, WriteBatch batch) throws SQLException {
        ScopeRow scope = ScopeRow.lock(sql, key, batch.scope());
        // A statement of its own: one that waits for the lock does not see the rows that its last holder committed.
        Long @Nullable [] committed = OperationRows.find(sql, key, batch);
        if (committed != null) {
            return OperationRows.commitResult(batch, committed);
        }
        BatchPlan plan = plan(sql, scope, List.of(), batch);
        CommitResult result = plan.write(batch);
        apply(sql, scope, plan, batch);
        OperationRows.keep(sql, key, batch, OperationRows.encode(result));
        return result;
    }

    static EraseResult erase(SqlSession sql, byte[] key, Scope named, EraseRequest what, WriteBatch alongside)
            throws SQLException {
        ScopeRow scope = ScopeRow.lock(sql, key, named);
        Long @Nullable [] committed = OperationRows.find(sql, key, alongside);
        if (committed != null) {
            return OperationRows.eraseResult(committed);
        }
        BatchPlan plan = plan(sql, scope, what.keys(), alongside);
        Map<Kind, Long> counts = plan.erase(what);
        plan.write(alongside);
        if (what.everything()) {
            EntryRows.removeAll(sql, key);
            StateRows.removeAll(sql, key);
            scope.name(null);
        }
        apply(sql, scope, plan, alongside);
        long number = sql.only("SELECT nextval('daybook_erasure')", row -> row.getLong(1));
        EraseResult result = new EraseResult(number, counts);
        OperationRows.keep(sql, key, alongside, OperationRows.encode(result));
        return result;
    }

    /** Writes rows of a scope of another store with their numbers there. */
    static ScopeRows copy(SqlSession sql, byte[] key, ScopeRows rows) throws SQLException {
        ScopeRow scope = ScopeRow.lock(sql, key, rows.scope());
        WriteBatch operation = new WriteBatch(rows.scope(), rows.operation(), List.of(), List.of(), List.of(), null);
        if (OperationRows.find(sql, key, operation) != null) {
            return rows;
        }
        Map<EntryKey, EntryNumbers> entries = EntryRows.numbers(sql, key, BatchPlan.entries(rows));
        BatchPlan plan = new BatchPlan(scope.numbers(), entries::get, name -> 0);
        plan.copy(rows);
        apply(sql, scope, plan);
        for (AuditRecord audit : rows.audits()) {
            ScopeAudits.append(sql, scope, audit);
        }
        scope.name(rows.scope().code());
        scope.take(plan.numbers());
        scope.update(sql);
        OperationRows.keep(sql, key, operation, new Long[0]);
        return rows;
    }

    private static BatchPlan plan(SqlSession sql, ScopeRow scope, List<EntryKey> erased, WriteBatch batch)
            throws SQLException {
        scope.requireKnownLayout();
        List<EntryKey> keys = new ArrayList<>(erased);
        keys.addAll(BatchPlan.entries(batch));
        Map<EntryKey, EntryNumbers> entries = EntryRows.numbers(sql, scope.key(), keys);
        Map<String, Long> states = StateRows.versions(
                sql, scope.key(), batch.states().stream().map(StateChange::name).toList());
        return new BatchPlan(scope.numbers(), entries::get, name -> states.getOrDefault(name, 0L));
    }

    private static void apply(SqlSession sql, ScopeRow scope, BatchPlan plan) throws SQLException {
        EntryRows.remove(sql, scope.key(), plan.removals());
        EntryRows.put(sql, scope.key(), plan.versions());
        EntryRows.add(sql, scope.key(), plan.additions());
        for (RowChange.Value value : plan.values()) {
            StateRows.change(sql, scope.key(), value);
        }
    }

    private static void apply(SqlSession sql, ScopeRow scope, BatchPlan plan, WriteBatch batch) throws SQLException {
        apply(sql, scope, plan);
        @Nullable AuditRecord audit = batch.audit();
        if (audit != null) {
            ScopeAudits.append(sql, scope, audit);
        }
        if (batch.namesScope()) {
            scope.name(batch.scope().code());
        }
        scope.take(plan.numbers());
        scope.update(sql);
    }
}

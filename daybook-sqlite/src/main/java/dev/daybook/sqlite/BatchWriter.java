package dev.daybook.sqlite;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.BatchPlan;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryNumbers;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.RowChange;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.WriteBatch;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes batches and erasures to the tables. Called inside a transaction; after a failure the caller rolls back. */
final class BatchWriter {

    private final ScopeTable scopes;

    BatchWriter(ScopeTable scopes) {
        this.scopes = scopes;
    }

    CommitResult write(SqlConnection sql, WriteBatch batch) throws SQLException {
        ScopeRecord scope = hasContent(batch) ? scopes.written(sql, batch.scope()) : scopes.touched(sql, batch.scope());
        BatchPlan plan = plan(sql, scope, BatchPlan.entries(batch), batch.states());
        CommitResult commit = plan.write(batch);
        for (RowChange.Version version : plan.versions()) {
            put(sql, scope.number, version);
        }
        for (RowChange.Addition addition : plan.additions()) {
            beside(sql, scope.number, addition);
        }
        for (RowChange.Value value : plan.values()) {
            StateTable.change(sql, scope.number, value);
        }
        @Nullable AuditRecord audit = batch.audit();
        if (audit != null) {
            AuditChain.append(sql, scope, audit);
        }
        scope.take(plan.numbers());
        scope.update(sql);
        return commit;
    }

    /** Each entry and state concerned is read once, by its key. */
    private static BatchPlan plan(SqlConnection sql, ScopeRecord scope, List<EntryKey> keys, List<StateChange> changes)
            throws SQLException {
        Map<EntryKey, EntryNumbers> entries = new HashMap<>();
        for (EntryKey key : keys) {
            EntryNumbers found = numbers(sql, scope.number, key);
            if (found != null) {
                entries.put(key, found);
            }
        }
        Map<String, Long> states = new HashMap<>();
        for (StateChange change : changes) {
            states.put(change.name(), StateTable.version(sql, scope.number, change.name()));
        }
        return new BatchPlan(scope.numbers(), entries::get, name -> states.getOrDefault(name, 0L));
    }

    private static @Nullable EntryNumbers numbers(SqlConnection sql, long scope, EntryKey key) throws SQLException {
        return sql.first(
                "SELECT position, content_revision, revision FROM entry WHERE scope = ? AND kind = ? AND id = ?",
                row -> new EntryNumbers(row.getLong(1), row.getLong(2), row.getLong(3)),
                scope,
                OrderKeys.number(key.kind()),
                key.id());
    }

    private static void put(SqlConnection sql, long scope, RowChange.Version version) throws SQLException {
        EntryRecord entry = new EntryRecord(scope, version.stored());
        EntryNumbers before = version.before();
        if (before != null) {
            keepVersion(sql, entry);
            RowTable.erase(sql, scope, before.revision());
        }
        entry.store(sql, before != null);
        RowTable.store(
                sql,
                scope,
                entry.row(version.numbers().revision(), version.put().sidecars()));
    }

    private static void keepVersion(SqlConnection sql, EntryRecord next) throws SQLException {
        sql.update(
                "INSERT INTO version (" + EntryRecord.COLUMNS + ", replaced) SELECT " + EntryRecord.COLUMNS
                        + ", ? FROM entry WHERE place = ?",
                EpochMicros.micros(next.stored().recorded()),
                next.place());
    }

    private static void beside(SqlConnection sql, long scope, RowChange.Addition addition) throws SQLException {
        Sidecar sidecar = addition.sidecar();
        long revision = addition.numbers().revision();
        RowTable.beside(sql, scope, addition.before().revision(), sidecar.name(), sidecar.bytes(), revision);
        sql.update(
                "UPDATE entry SET revision = ? WHERE place = ?",
                revision,
                OrderKeys.entry(scope, sidecar.key().kind(), addition.numbers().position()));
    }

    EraseResult erase(SqlConnection sql, Scope scope, EraseRequest what, WriteBatch alongside) throws SQLException {
        ScopeRecord record = what.everything() ? scopes.erased(sql, scope) : scopes.touched(sql, scope);
        BatchPlan plan = plan(sql, record, what.keys(), List.of());
        Map<Kind, Long> counts = plan.erase(what);
        if (what.everything()) {
            eraseAll(sql, record.number);
        }
        for (RowChange.Removal removal : plan.removals()) {
            remove(sql, record.number, removal);
        }
        for (RowChange.Value value : plan.values()) {
            StateTable.change(sql, record.number, value);
        }
        record.take(plan.numbers());
        record.update(sql);
        long number = sql.number("SELECT value FROM meta WHERE name = 'erased'") + 1;
        sql.update("UPDATE meta SET value = ? WHERE name = 'erased'", number);
        write(sql, alongside);
        return new EraseResult(number, counts);
    }

    private static boolean hasContent(WriteBatch batch) {
        return !batch.puts().isEmpty()
                || !batch.sidecars().isEmpty()
                || !batch.states().isEmpty();
    }

    private static void eraseAll(SqlConnection sql, long scope) throws SQLException {
        long first = OrderKeys.first(scope);
        long last = OrderKeys.last(scope);
        sql.update("DELETE FROM entry WHERE place BETWEEN ? AND ?", first, last);
        sql.update("DELETE FROM index_row WHERE place BETWEEN ? AND ?", first, last);
        sql.update("DELETE FROM version WHERE scope = ?", scope);
        StateTable.eraseAll(sql, scope);
    }

    private static void remove(SqlConnection sql, long scope, RowChange.Removal removal) throws SQLException {
        Kind kind = removal.key().kind();
        long position = removal.before().position();
        sql.update("DELETE FROM entry WHERE place = ?", OrderKeys.entry(scope, kind, position));
        sql.update(
                "DELETE FROM version WHERE scope = ? AND kind = ? AND position = ?",
                scope,
                OrderKeys.number(kind),
                position);
        RowTable.erase(sql, scope, removal.before().revision());
    }
}

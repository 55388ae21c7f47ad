package dev.daybook.sqlite;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Audit;
import dev.daybook.spi.Batch;
import dev.daybook.spi.BatchPlan;
import dev.daybook.spi.Commit;
import dev.daybook.spi.EntryNumbers;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Erased;
import dev.daybook.spi.Key;
import dev.daybook.spi.RowChange;
import dev.daybook.spi.Sidecar;
import dev.daybook.spi.StateChange;
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

    Commit write(Sql sql, Batch batch) throws SQLException {
        ScopeRecord scope = hasContent(batch) ? scopes.written(sql, batch.scope()) : scopes.touched(sql, batch.scope());
        BatchPlan plan = plan(sql, scope, BatchPlan.entries(batch), batch.states());
        Commit commit = plan.write(batch);
        for (RowChange.Version version : plan.versions()) {
            put(sql, scope.number, version);
        }
        for (RowChange.Addition addition : plan.additions()) {
            beside(sql, scope.number, addition);
        }
        for (RowChange.Value value : plan.values()) {
            StateTable.change(sql, scope.number, value);
        }
        @Nullable Audit audit = batch.audit();
        if (audit != null) {
            AuditChain.append(sql, scope, audit);
        }
        scope.take(plan.numbers());
        scope.update(sql);
        return commit;
    }

    /** Each entry and state concerned is read once, by its key. */
    private static BatchPlan plan(Sql sql, ScopeRecord scope, List<Key> keys, List<StateChange> changes)
            throws SQLException {
        Map<Key, EntryNumbers> entries = new HashMap<>();
        for (Key key : keys) {
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

    private static @Nullable EntryNumbers numbers(Sql sql, long scope, Key key) throws SQLException {
        return sql.first(
                "SELECT position, content_revision, revision FROM entry WHERE scope = ? AND kind = ? AND id = ?",
                row -> new EntryNumbers(row.getLong(1), row.getLong(2), row.getLong(3)),
                scope,
                Places.number(key.kind()),
                key.id());
    }

    private static void put(Sql sql, long scope, RowChange.Version version) throws SQLException {
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

    private static void keepVersion(Sql sql, EntryRecord next) throws SQLException {
        sql.update(
                "INSERT INTO version (" + EntryRecord.COLUMNS + ", replaced) SELECT " + EntryRecord.COLUMNS
                        + ", ? FROM entry WHERE place = ?",
                Times.micros(next.stored().recorded()),
                next.place());
    }

    private static void beside(Sql sql, long scope, RowChange.Addition addition) throws SQLException {
        Sidecar sidecar = addition.sidecar();
        long revision = addition.numbers().revision();
        RowTable.beside(sql, scope, addition.before().revision(), sidecar.name(), sidecar.bytes(), revision);
        sql.update(
                "UPDATE entry SET revision = ? WHERE place = ?",
                revision,
                Places.entry(scope, sidecar.key().kind(), addition.numbers().position()));
    }

    Erased erase(Sql sql, Scope scope, Erase what, Batch alongside) throws SQLException {
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
        return new Erased(number, counts);
    }

    private static boolean hasContent(Batch batch) {
        return !batch.puts().isEmpty()
                || !batch.sidecars().isEmpty()
                || !batch.states().isEmpty();
    }

    private static void eraseAll(Sql sql, long scope) throws SQLException {
        long first = Places.first(scope);
        long last = Places.last(scope);
        sql.update("DELETE FROM entry WHERE place BETWEEN ? AND ?", first, last);
        sql.update("DELETE FROM index_row WHERE place BETWEEN ? AND ?", first, last);
        sql.update("DELETE FROM version WHERE scope = ?", scope);
        StateTable.eraseAll(sql, scope);
    }

    private static void remove(Sql sql, long scope, RowChange.Removal removal) throws SQLException {
        Kind kind = removal.key().kind();
        long position = removal.before().position();
        sql.update("DELETE FROM entry WHERE place = ?", Places.entry(scope, kind, position));
        sql.update(
                "DELETE FROM version WHERE scope = ? AND kind = ? AND position = ?",
                scope,
                Places.number(kind),
                position);
        RowTable.erase(sql, scope, removal.before().revision());
    }
}

package dev.daybook.sqlite;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Audit;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Commit;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Erased;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Sidecar;
import dev.daybook.spi.StateChange;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Applies batches and erasures. Called inside a transaction; a failure leaves it to the caller to roll back. */
final class BatchWriter {

    private final ScopeTable scopes;

    BatchWriter(ScopeTable scopes) {
        this.scopes = scopes;
    }

    /** Where an entry stands now. */
    private record Present(long position, long contentRevision, long revision) {}

    Commit write(Sql sql, Batch batch) throws SQLException {
        ScopeRecord scope = hasContent(batch) ? scopes.written(sql, batch.scope()) : scopes.touched(sql, batch.scope());
        List<Commit.Placed> placed = new ArrayList<>();
        for (Put put : batch.puts()) {
            placed.add(put(sql, scope, put));
        }
        for (Sidecar sidecar : batch.sidecars()) {
            beside(sql, scope, sidecar);
        }
        for (StateChange change : batch.states()) {
            StateTable.change(sql, scope.number, change);
        }
        @Nullable Audit audit = batch.audit();
        if (audit != null) {
            AuditChain.append(sql, scope, audit);
        }
        scope.update(sql);
        return new Commit(scope.revision(), placed);
    }

    private static Commit.Placed put(Sql sql, ScopeRecord scope, Put put) throws SQLException {
        Key key = put.key();
        Present before = present(sql, scope.number, key);
        put.requireExpected(before == null ? 0 : before.contentRevision);
        long position = before == null ? scope.tallies.next(key.kind()) : before.position;
        long revision = scope.nextRevision();
        EntryRecord entry = EntryRecord.of(scope.number, put, position, revision);
        if (before != null) {
            keepVersion(sql, entry);
            RowTable.erase(sql, scope.number, before.revision);
        }
        entry.store(sql, before != null);
        RowTable.store(sql, scope.number, entry.row(revision, put.sidecars()));
        return new Commit.Placed(key, position, revision);
    }

    private static void keepVersion(Sql sql, EntryRecord next) throws SQLException {
        sql.update(
                "INSERT INTO version (" + EntryRecord.COLUMNS + ", replaced) SELECT " + EntryRecord.COLUMNS
                        + ", ? FROM entry WHERE place = ?",
                Times.micros(next.stored().recorded()),
                next.place());
    }

    private static void beside(Sql sql, ScopeRecord scope, Sidecar sidecar) throws SQLException {
        Present entry = present(sql, scope.number, sidecar.key());
        if (entry == null || entry.contentRevision != sidecar.contentRevision()) {
            return;
        }
        long revision = scope.nextRevision();
        RowTable.beside(sql, scope.number, entry.revision, sidecar.name(), sidecar.bytes(), revision);
        sql.update(
                "UPDATE entry SET revision = ? WHERE place = ?",
                revision,
                Places.entry(scope.number, sidecar.key().kind(), entry.position));
    }

    private static @Nullable Present present(Sql sql, long scope, Key key) throws SQLException {
        return sql.first(
                "SELECT position, content_revision, revision FROM entry WHERE scope = ? AND kind = ? AND id = ?",
                row -> new Present(row.getLong(1), row.getLong(2), row.getLong(3)),
                scope,
                Places.number(key.kind()),
                key.id());
    }

    Erased erase(Sql sql, Scope scope, Erase what, Batch alongside) throws SQLException {
        ScopeRecord record = what.everything() ? scopes.erased(sql, scope) : scopes.touched(sql, scope);
        Map<Kind, Long> counts = what.everything() ? eraseAll(sql, record) : eraseSome(sql, record, what);
        record.erased();
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

    private static Map<Kind, Long> eraseAll(Sql sql, ScopeRecord scope) throws SQLException {
        Map<Kind, Long> counts = scope.tallies.counts();
        long first = Places.first(scope.number);
        long last = Places.last(scope.number);
        sql.update("DELETE FROM entry WHERE place BETWEEN ? AND ?", first, last);
        sql.update("DELETE FROM index_row WHERE place BETWEEN ? AND ?", first, last);
        sql.update("DELETE FROM version WHERE scope = ?", scope.number);
        StateTable.eraseAll(sql, scope.number);
        scope.tallies.allGone();
        return counts;
    }

    private static Map<Kind, Long> eraseSome(Sql sql, ScopeRecord scope, Erase what) throws SQLException {
        Map<Kind, Long> counts = new EnumMap<>(Kind.class);
        for (Key key : what.keys()) {
            Present entry = present(sql, scope.number, key);
            if (entry == null) {
                continue;
            }
            sql.update("DELETE FROM entry WHERE place = ?", Places.entry(scope.number, key.kind(), entry.position));
            sql.update(
                    "DELETE FROM version WHERE scope = ? AND kind = ? AND position = ?",
                    scope.number,
                    Places.number(key.kind()),
                    entry.position);
            RowTable.erase(sql, scope.number, entry.revision);
            scope.tallies.gone(key.kind());
            counts.merge(key.kind(), 1L, Long::sum);
        }
        for (String state : what.states()) {
            StateTable.erase(sql, scope.number, state);
        }
        return counts;
    }
}

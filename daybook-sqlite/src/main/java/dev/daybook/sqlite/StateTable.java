package dev.daybook.sqlite;

import dev.daybook.store.Blob;
import dev.daybook.store.Page;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of states. */
final class StateTable {

    private StateTable() {}

    /** The version of a state; 0 if it is not there. */
    static long version(SqlConnection sql, long scope, String name) throws SQLException {
        return sql.number("SELECT version FROM state WHERE scope = ? AND name = ?", scope, name);
    }

    static void change(SqlConnection sql, long scope, RowChange.Value value) throws SQLException {
        ScopeState state = value.state();
        if (state == null) {
            sql.update("DELETE FROM state WHERE scope = ? AND name = ?", scope, value.name());
            return;
        }
        byte[] array = state.bytes().toArray();
        sql.update(
                "INSERT INTO state (scope, name, version, checksum, bytes) VALUES (?, ?, ?, ?, ?)"
                        + " ON CONFLICT (scope, name) DO UPDATE SET version = excluded.version,"
                        + " checksum = excluded.checksum, bytes = excluded.bytes",
                scope,
                state.name(),
                state.version(),
                ValuePacker.checksum(scope, state.name(), state.version(), array),
                array);
    }

    static void eraseAll(SqlConnection sql, long scope) throws SQLException {
        sql.update("DELETE FROM state WHERE scope = ?", scope);
    }

    /** Names with a prefix are adjacent, so the first name without it ends the result. */
    static Page<ScopeState> page(SqlConnection sql, long scope, String prefix, @Nullable String cursor, int limit)
            throws SQLException {
        List<ScopeState> found = sql.list(
                "SELECT scope, name, version, checksum, bytes FROM state WHERE scope = ? AND name >= ? AND name > ?"
                        + " ORDER BY name LIMIT ?",
                StateTable::read,
                scope,
                prefix,
                cursor == null ? "" : cursor,
                ResultPages.oneMore(limit));
        List<ScopeState> named = found.stream()
                .takeWhile(state -> state.name().startsWith(prefix))
                .toList();
        return ResultPages.cut(named, limit, ScopeState::name);
    }

    static ScopeState read(ResultSet row) throws SQLException {
        String name = SqlConnection.text(row, 2);
        long version = row.getLong(3);
        byte[] bytes = SqlConnection.bytes(row, 5);
        if (ValuePacker.checksum(row.getLong(1), name, version, bytes) != row.getLong(4)) {
            throw new DamagedRecord("a state of scope " + row.getLong(1));
        }
        return new ScopeState(name, version, Blob.of(bytes));
    }
}

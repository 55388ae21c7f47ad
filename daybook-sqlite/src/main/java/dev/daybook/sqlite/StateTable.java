package dev.daybook.sqlite;

import dev.daybook.spi.Blob;
import dev.daybook.spi.Page;
import dev.daybook.spi.RowChange;
import dev.daybook.spi.State;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of states. */
final class StateTable {

    private StateTable() {}

    /** The version of a state; 0 if it is not there. */
    static long version(Sql sql, long scope, String name) throws SQLException {
        return sql.number("SELECT version FROM state WHERE scope = ? AND name = ?", scope, name);
    }

    static void change(Sql sql, long scope, RowChange.Value value) throws SQLException {
        State state = value.state();
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
                Packer.checksum(scope, state.name(), state.version(), array),
                array);
    }

    static void eraseAll(Sql sql, long scope) throws SQLException {
        sql.update("DELETE FROM state WHERE scope = ?", scope);
    }

    /** Names with a prefix are adjacent, so the first name without it ends the result. */
    static Page<State> page(Sql sql, long scope, String prefix, @Nullable String cursor, int limit)
            throws SQLException {
        List<State> found = sql.list(
                "SELECT scope, name, version, checksum, bytes FROM state WHERE scope = ? AND name >= ? AND name > ?"
                        + " ORDER BY name LIMIT ?",
                StateTable::read,
                scope,
                prefix,
                cursor == null ? "" : cursor,
                Pages.oneMore(limit));
        List<State> named = found.stream()
                .takeWhile(state -> state.name().startsWith(prefix))
                .toList();
        return Pages.cut(named, limit, State::name);
    }

    static State read(ResultSet row) throws SQLException {
        String name = Sql.text(row, 2);
        long version = row.getLong(3);
        byte[] bytes = Sql.bytes(row, 5);
        if (Packer.checksum(row.getLong(1), name, version, bytes) != row.getLong(4)) {
            throw new DamagedRecord("a state of scope " + row.getLong(1));
        }
        return new State(name, version, Blob.of(bytes));
    }
}

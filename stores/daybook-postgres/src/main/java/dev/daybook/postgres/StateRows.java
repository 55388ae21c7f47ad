package dev.daybook.postgres;

import dev.daybook.store.Blob;
import dev.daybook.store.Page;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeState;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes the table of states. */
final class StateRows {

    private StateRows() {}

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    private static String name(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns the versions of those of some states that are present. */
    static Map<String, Long> versions(SqlSession sql, byte[] scope, Collection<String> names) throws SQLException {
        Map<String, Long> versions = new HashMap<>();
        if (!names.isEmpty()) {
            sql.each(
                    "SELECT name, version FROM daybook_state WHERE scope = ? AND name = ANY (?::bytea[])",
                    row -> versions.put(name(row.getBytes(1)), row.getLong(2)),
                    scope,
                    sql.array("bytea", names.stream().map(StateRows::bytes).toArray(byte[][]::new)));
        }
        return versions;
    }

    static void change(SqlSession sql, byte[] scope, RowChange.Value value) throws SQLException {
        ScopeState state = value.state();
        if (state == null) {
            sql.update("DELETE FROM daybook_state WHERE scope = ? AND name = ?", scope, bytes(value.name()));
        } else {
            sql.update(
                    "INSERT INTO daybook_state (scope, name, version, bytes) VALUES (?, ?, ?, ?) ON CONFLICT (scope, name)"
                            + " DO UPDATE SET version = excluded.version, bytes = excluded.bytes",
                    scope,
                    bytes(state.name()),
                    state.version(),
                    state.bytes().toArray());
        }
    }

    static void removeAll(SqlSession sql, byte[] scope) throws SQLException {
        sql.update("DELETE FROM daybook_state WHERE scope = ?", scope);
    }

    static Page<ScopeState> page(SqlSession sql, byte[] scope, String prefix, @Nullable String cursor, int limit)
            throws SQLException {
        String comparison = cursor == null ? ">=" : ">";
        List<ScopeState> read = sql.list(
                "SELECT name, version, bytes FROM daybook_state WHERE scope = ? AND name " + comparison
                        + " ? AND name < ? ORDER BY name LIMIT ?",
                row -> new ScopeState(name(row.getBytes(1)), row.getLong(2), Blob.of(row.getBytes(3))),
                scope,
                bytes(cursor == null ? prefix : cursor),
                afterAllWith(bytes(prefix)),
                Page.oneMore(limit));
        return Page.cut(read, limit, ScopeState::name);
    }

    /** Returns the least bytes after every name with a prefix. UTF-8 has no byte 0xFF. */
    private static byte[] afterAllWith(byte[] prefix) {
        if (prefix.length == 0) {
            return new byte[] {(byte) 0xFF};
        }
        byte[] after = prefix.clone();
        after[after.length - 1]++;
        return after;
    }
}

package dev.daybook.postgres;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeHead;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists the scopes and spaces that hold something. */
final class ScopeList {

    private static final String HOLDS_SOMETHING =
            "code IS NOT NULL AND (living > 0 OR EXISTS (SELECT FROM daybook_state WHERE daybook_state.scope ="
                    + " daybook_scope.scope))";

    private record KeyedHead(String key, ScopeHead head) {}

    private ScopeList() {}

    /** Returns heads in the order of the keys of their scopes. */
    static Page<ScopeHead> heads(SqlSession sql, Space space, @Nullable String cursor, int limit) throws SQLException {
        List<KeyedHead> read = sql.list(
                "SELECT revision, epoch, positions, counts, code, scope FROM daybook_scope WHERE space = ? AND scope > ?"
                        + " AND " + HOLDS_SOMETHING + " ORDER BY scope LIMIT ?",
                row -> new KeyedHead(
                        HexFormat.of().formatHex(row.getBytes(6)),
                        new ScopeHead(
                                Scope.of(space, row.getString(5)),
                                ScopeRow.numbers(row).head())),
                space.id(),
                HexFormat.of().parseHex(cursor == null ? "" : cursor),
                Page.oneMore(limit));
        Page<KeyedHead> page = Page.cut(read, limit, KeyedHead::key);
        return new Page<>(page.items().stream().map(KeyedHead::head).toList(), page.cursor());
    }

    /** Returns the scopes with a name in the order of their keys. */
    static Page<Scope> named(SqlSession sql, @Nullable String cursor, int limit) throws SQLException {
        record KeyedScope(String key, Scope scope) {}
        List<KeyedScope> read = sql.list(
                "SELECT scope, space, code FROM daybook_scope WHERE scope > ? AND code IS NOT NULL ORDER BY scope LIMIT ?",
                row -> new KeyedScope(
                        HexFormat.of().formatHex(row.getBytes(1)),
                        Scope.of(new Space(row.getString(2)), row.getString(3))),
                HexFormat.of().parseHex(cursor == null ? "" : cursor),
                Page.oneMore(limit));
        Page<KeyedScope> page = Page.cut(read, limit, KeyedScope::key);
        return new Page<>(page.items().stream().map(KeyedScope::scope).toList(), page.cursor());
    }

    /** Tests for a scope of another space, also one that was erased as a whole. */
    static boolean isUsedOutside(SqlSession sql, Space space) throws SQLException {
        return sql.only(
                "SELECT EXISTS (SELECT FROM daybook_scope WHERE space <> ?)", row -> row.getBoolean(1), space.id());
    }

    static Page<Space> spaces(SqlSession sql, @Nullable String cursor, int limit) throws SQLException {
        List<Space> spaces = sql.list(
                "SELECT DISTINCT space FROM daybook_scope WHERE space > ? AND " + HOLDS_SOMETHING
                        + " ORDER BY space LIMIT ?",
                row -> new Space(row.getString(1)),
                cursor == null ? "" : cursor,
                Page.oneMore(limit));
        return Page.cut(spaces, limit, Space::id);
    }
}

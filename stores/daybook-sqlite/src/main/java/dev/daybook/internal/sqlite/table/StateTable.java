package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.store.Blob;
import dev.daybook.store.Page;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeState;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The table of states. All states of a scope share a key, which each erasure in the scope replaces. */
public final class StateTable {

    /** In the hash of a name, where a kind stands in that of an id. */
    private static final int STATE = -2;

    /** Orders names by code point. */
    private static final Comparator<ScopeState> BY_NAME =
            Comparator.comparing(state -> state.name().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private static final String EVERY =
            "SELECT " + StateRow.COLUMNS + ", state_key FROM state JOIN scope ON number = state.scope";

    private StateTable() {}

    /** Returns the beginning of a name that all scopes use: the library chooses it, so it holds no content. */
    private static String family(String name) {
        return name.substring(0, name.indexOf('/') + 1);
    }

    private static long hash(SqlConnection sql, ScopeRecord scope, String name) throws SQLException {
        return sql.cipher().hash(scope.nameKey(), STATE, name);
    }

    /** The version of a state; 0 if it is not there. */
    static long version(SqlConnection sql, ScopeRecord scope, String name) throws SQLException {
        return scope.hasName()
                ? sql.number(
                        "SELECT version FROM state WHERE scope = ? AND family = ? AND name_hash = ?",
                        scope.number,
                        family(name),
                        hash(sql, scope, name))
                : 0;
    }

    public static void change(SqlConnection sql, ScopeRecord scope, RowChange.Value value) throws SQLException {
        ScopeState state = value.state();
        if (state == null) {
            if (scope.hasName()) {
                sql.update(
                        "DELETE FROM state WHERE scope = ? AND family = ? AND name_hash = ?",
                        scope.number,
                        family(value.name()),
                        hash(sql, scope, value.name()));
            }
            return;
        }
        if (!KeySlots.isOpen(sql, scope.stateKey())) {
            encryptAgain(sql, scope);
        }
        if (scope.stateKey() == KeySlots.NONE) {
            scope.stateKey(KeySlots.next(sql));
        }
        StateRow row = new StateRow(
                scope.number, family(state.name()), hash(sql, scope, state.name()), state.version(), Blob.EMPTY);
        sql.update(
                "INSERT OR REPLACE INTO state (scope, family, name_hash, version, content) VALUES (?, ?, ?, ?, ?)",
                scope.number,
                row.family(),
                row.nameHash(),
                state.version(),
                row.encrypt(sql.cipher(), scope.stateKey(), StateRow.pack(state)));
    }

    /** Makes a state a damaged one: its content is authenticated for the version. */
    public static void damage(SqlConnection sql, ScopeRecord scope, String name) throws SQLException {
        sql.update(
                "UPDATE state SET version = version + 1 WHERE scope = ? AND family = ? AND name_hash = ?",
                scope.number,
                family(name),
                hash(sql, scope, name));
    }

    /** Removes all states of a scope; the caller erases their key. */
    static void removeAll(SqlConnection sql, long scope) throws SQLException {
        sql.update("DELETE FROM state WHERE scope = ?", scope);
    }

    /** Encrypts the states of a scope with a new key: an earlier value of one may hold erased content. */
    static void encryptAgain(SqlConnection sql, ScopeRecord scope) throws SQLException {
        int before = scope.stateKey();
        if (before == KeySlots.NONE) {
            return;
        }
        if (!sql.cipher().hasKey(before)) {
            // The states of a lost key cannot be read again.
            removeAll(sql, scope.number);
            scope.stateKey(KeySlots.NONE);
            return;
        }
        seal(sql, scope, rows(sql, scope));
        KeySlots.markErased(sql, List.of(before));
    }

    private static List<StateRow> rows(SqlConnection sql, ScopeRecord scope) throws SQLException {
        return sql.list(
                "SELECT " + StateRow.COLUMNS + " FROM state WHERE state.scope = ?", StateRow::read, scope.number);
    }

    /** Encrypts all states of a scope with a new key. */
    private static void seal(SqlConnection sql, ScopeRecord scope, List<StateRow> states) throws SQLException {
        int before = scope.stateKey();
        scope.stateKey(states.isEmpty() ? KeySlots.NONE : KeySlots.next(sql));
        for (StateRow state : states) {
            sql.update(
                    "UPDATE state SET content = ? WHERE scope = ? AND family = ? AND name_hash = ?",
                    state.encrypt(sql.cipher(), scope.stateKey(), state.decrypt(sql.cipher(), before)),
                    scope.number,
                    state.family(),
                    state.nameHash());
        }
    }

    /**
     * Moves the states of a scope from a key of an earlier build to a new one, and writes the scope. Moves none of them if one
     * is damaged: it stays as it is, and all states of a scope have one key.
     *
     * @return the bytes that were moved; nothing refers to the key before any more
     * @throws DamagedRecord if a state is damaged; nothing was changed
     */
    static long move(SqlConnection sql, ScopeRecord scope) throws SQLException {
        int before = scope.stateKey();
        List<StateRow> states = rows(sql, scope);
        long bytes = 0;
        for (StateRow state : states) {
            state.state(sql.cipher(), before);
            bytes += state.content().size();
        }
        seal(sql, scope, states);
        scope.update(sql);
        return bytes;
    }

    /** Counts the states whose key is of an earlier build. */
    static long countOld(SqlConnection sql) throws SQLException {
        long[] count = {0};
        sql.each("SELECT state_key, (SELECT count(*) FROM state WHERE state.scope = number) FROM scope", row -> {
            if (sql.cipher().hasOldKey(row.getInt(1))) {
                count[0] += row.getLong(2);
            }
            return true;
        });
        return count[0];
    }

    /** Returns the state of a name, found by the hash of the name; no state if it is not there. */
    public static List<ScopeState> find(SqlConnection sql, ScopeRecord scope, String name) throws SQLException {
        return scope.hasName()
                ? list(sql, scope, " AND family = ? AND name_hash = ?", family(name), hash(sql, scope, name)).stream()
                        .filter(state -> state.name().equals(name))
                        .toList()
                : List.of();
    }

    private static List<ScopeState> list(SqlConnection sql, ScopeRecord scope, String condition, Object... values)
            throws SQLException {
        return sql.list(
                "SELECT " + StateRow.COLUMNS + " FROM state WHERE state.scope = ?" + condition,
                row -> StateRow.read(row).state(sql.cipher(), scope.stateKey()),
                Stream.concat(Stream.of(scope.number), Stream.of(values)).toArray());
    }

    /** Names are encrypted, so the states of a family are sorted here. There are few of them. */
    public static Page<ScopeState> page(
            SqlConnection sql, ScopeRecord scope, String prefix, @Nullable String cursor, int limit)
            throws SQLException {
        String family = family(prefix);
        List<ScopeState> found = family.isEmpty() ? list(sql, scope, "") : list(sql, scope, " AND family = ?", family);
        ScopeState after = new ScopeState(cursor == null ? "" : cursor, 0, Blob.EMPTY);
        List<ScopeState> named = found.stream()
                .filter(state ->
                        state.name().startsWith(prefix) && (cursor == null || BY_NAME.compare(state, after) > 0))
                .sorted(BY_NAME)
                .limit(Page.oneMore(limit))
                .toList();
        return Page.cut(named, limit, ScopeState::name);
    }

    /** Reads every state of the database and verifies that it is authentic. */
    public static void verify(SqlConnection sql) throws SQLException {
        sql.each(EVERY, row -> StateRow.read(row).state(sql.cipher(), row.getInt(StateRow.NEXT_COLUMN)));
    }

    /** Passes on the decrypted content of every state. */
    public static void decrypt(SqlConnection sql, Consumer<byte[]> record) throws SQLException {
        sql.each(EVERY, row -> {
            record.accept(StateRow.read(row)
                    .decrypt(sql.cipher(), row.getInt(StateRow.NEXT_COLUMN))
                    .bytes());
            return true;
        });
    }
}

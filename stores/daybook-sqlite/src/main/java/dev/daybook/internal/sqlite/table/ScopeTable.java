package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeHead;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the record of a scope by a salted hash of its code. An erased scope keeps its record, so that positions and
 * revisions are never reused, but loses its name: the user's id is erased with the entries.
 */
public final class ScopeTable {

    public static final int HASH_BYTES = 16;

    /** The scope has an entry or a state. */
    private static final String HOLDS_SOMETHING =
            "(living > 0 OR EXISTS (SELECT 1 FROM state WHERE state.scope = scope.number))";

    private final byte[] salt;
    private final AgentScopes agents = new AgentScopes();

    public ScopeTable(byte[] salt) {
        this.salt = salt.clone();
    }

    /**
     * Verifies the salt by some scopes with a readable name: with another one every scope would be absent.
     *
     * @throws DamagedRecord if it belongs to none of them
     */
    public void verifySalt(SqlConnection sql) throws SQLException {
        List<Boolean> matches = new ArrayList<>();
        sql.each("SELECT " + ScopeName.COLUMNS + " FROM scope WHERE name IS NOT NULL ORDER BY number LIMIT 10", row -> {
            ScopeName name = ScopeName.read(row);
            if (name == null || !name.hasKey(sql.cipher())) {
                return false;
            }
            byte[] code = name.code(sql.cipher()).bytes();
            byte[] hash = codeHash(salt, new String(code, StandardCharsets.UTF_8));
            return matches.add(Arrays.equals(name.codeHash(), hash));
        });
        if (matches.contains(false) && !matches.contains(true)) {
            throw new DamagedRecord("the salt of the hashes of scopes");
        }
    }

    @Nullable
    public ScopeRecord find(SqlConnection sql, Scope scope) throws SQLException {
        return find(sql, scope, codeHash(scope));
    }

    private static @Nullable ScopeRecord find(SqlConnection sql, Scope scope, byte[] codeHash) throws SQLException {
        return sql.first(
                "SELECT " + ScopeRecord.COLUMNS + " FROM scope WHERE space = ? AND code_hash = ?",
                row -> ScopeRecord.read(row, sql.cipher()),
                scope.space().id(),
                codeHash);
    }

    /** Returns the record of a scope for a write: creates it, or restores its name after an erasure. */
    ScopeRecord written(SqlConnection sql, Scope scope) throws SQLException {
        ScopeRecord record = touched(sql, scope);
        if (!record.hasName()) {
            rememberAgent(scope, record.number);
            record.name(sql, scope.code());
        }
        return record;
    }

    /** Returns the record of a scope under its present name: an audit entry alone does not name an empty scope. */
    ScopeRecord touched(SqlConnection sql, Scope scope) throws SQLException {
        byte[] codeHash = codeHash(scope);
        ScopeRecord found = find(sql, scope, codeHash);
        if (found != null) {
            return found;
        }
        ScopeRecord fresh = ScopeRecord.fresh(nextNumber(sql), scope.space().id(), codeHash);
        fresh.store(sql);
        return fresh;
    }

    private static long nextNumber(SqlConnection sql) throws SQLException {
        long next = sql.number("SELECT max(number) FROM scope") + 1;
        if (next > OrderKeys.MAX_SCOPE) {
            throw new SQLException(
                    "it has " + OrderKeys.MAX_SCOPE + " scopes, the most it can have; use a second folder");
        }
        return next;
    }

    /**
     * A value of the row of a scope, with the number after which the next page begins.
     *
     * @param value null if the key of the name is lost: then the page leaves it out
     */
    private record NumberedRow<T>(@Nullable T value, long number) {}

    private static <T> Page<T> page(List<NumberedRow<T>> found, int limit) {
        Page<NumberedRow<T>> page = Page.cut(found, limit, last -> Long.toString(last.number));
        return new Page<>(
                page.items().stream()
                        .flatMap(row -> Optional.ofNullable(row.value).stream())
                        .toList(),
                page.cursor());
    }

    private static long after(@Nullable String cursor) {
        return cursor == null ? 0 : Long.parseLong(cursor);
    }

    /** Returns heads in the order in which their scopes were first written. */
    public Page<ScopeHead> heads(SqlConnection sql, Space space, @Nullable String cursor, int limit)
            throws SQLException {
        return page(
                sql.list(
                        "SELECT " + ScopeRecord.COLUMNS + " FROM scope WHERE space = ? AND number > ? AND "
                                + HOLDS_SOMETHING + " ORDER BY number LIMIT ?",
                        row -> {
                            ScopeRecord record = ScopeRecord.read(row, sql.cipher());
                            return new NumberedRow<>(record.scopeHead(sql.cipher()), record.number);
                        },
                        space.id(),
                        after(cursor),
                        Page.oneMore(limit)),
                limit);
    }

    /**
     * Returns the scopes of the agents of a user with an entry or a state, in the order in which they were first written. The
     * first call for a space reads the names of all its scopes.
     */
    public List<Scope> agents(SqlConnection sql, Scope.User user) throws SQLException {
        String space = user.space().id();
        if (!agents.isComplete(space)) {
            sql.each(
                    "SELECT " + ScopeName.COLUMNS + " FROM scope WHERE space = ? AND name IS NOT NULL",
                    row -> {
                        ScopeName name = ScopeName.read(row);
                        return name != null
                                && name.hasKey(sql.cipher())
                                && rememberAgent(name.scope(sql.cipher()), row.getLong(1));
                    },
                    space);
            agents.completed(space);
        }
        List<Scope> found = new ArrayList<>();
        for (long number : agents.numbers(codeHash(user))) {
            ScopeHead head = sql.first(
                    "SELECT " + ScopeRecord.COLUMNS + " FROM scope WHERE number = ? AND " + HOLDS_SOMETHING,
                    row -> ScopeRecord.read(row, sql.cipher()).scopeHead(sql.cipher()),
                    number);
            if (head != null && head.scope() instanceof Scope.Agent agent && agent.isBelow(user)) {
                found.add(agent);
            }
        }
        return found;
    }

    /** Returns whether a scope is that of an agent of a user, which is found by its user from now on. */
    private boolean rememberAgent(Scope scope, long number) {
        String user = scope instanceof Scope.Agent agent ? agent.user() : null;
        if (user != null) {
            agents.add(codeHash(new Scope.User(scope.space(), user)), number);
        }
        return user != null;
    }

    public Page<Space> spaces(SqlConnection sql, @Nullable String cursor, int limit) throws SQLException {
        List<Space> spaces = sql.list(
                "SELECT DISTINCT space FROM scope WHERE space > ? AND " + HOLDS_SOMETHING + " ORDER BY space LIMIT ?",
                row -> new Space(SqlConnection.text(row, 1)),
                cursor == null ? "" : cursor,
                Page.oneMore(limit));
        return Page.cut(spaces, limit, Space::id);
    }

    /** Returns the scopes with a name in the order in which they were first written. */
    public static Page<Scope> named(SqlConnection sql, @Nullable String cursor, int limit) throws SQLException {
        return page(
                sql.list(
                        "SELECT " + ScopeName.COLUMNS + " FROM scope WHERE name IS NOT NULL AND number > ?"
                                + " ORDER BY number LIMIT ?",
                        row -> {
                            ScopeName name = ScopeName.read(row);
                            return new NumberedRow<>(name == null ? null : name.scope(sql.cipher()), row.getLong(1));
                        },
                        after(cursor),
                        Page.oneMore(limit)),
                limit);
    }

    /** Reads the code of every scope and verifies that it is authentic. */
    public static void verifyNames(SqlConnection sql) throws SQLException {
        sql.each("SELECT " + ScopeName.COLUMNS + " FROM scope WHERE name IS NOT NULL", row -> {
            ScopeName name = ScopeName.read(row);
            return name != null && name.authenticCode(sql.cipher()).length > 0;
        });
    }

    /** Passes on the decrypted code of every scope; returns how many have one. */
    public static int decryptNames(SqlConnection sql, Consumer<byte[]> record) throws SQLException {
        List<ScopeName> names = sql.list("SELECT " + ScopeName.COLUMNS + " FROM scope WHERE name IS NOT NULL", row -> {
            ScopeName name = Objects.requireNonNull(ScopeName.read(row));
            record.accept(name.code(sql.cipher()).bytes());
            return name;
        });
        return names.size();
    }

    private byte[] codeHash(Scope scope) {
        return codeHash(salt, scope.code());
    }

    public static byte[] codeHash(byte[] salt, String code) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(salt);
            return Arrays.copyOf(sha.digest(code.getBytes(StandardCharsets.UTF_8)), HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

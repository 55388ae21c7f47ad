package dev.daybook.sqlite;

import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeHead;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the record of a scope. An erased scope keeps its record, so that positions and revisions are never reused, but
 * under a salted hash of its code: the user's id leaves the file with the entries.
 */
final class ScopeTable {

    /** No code of a scope begins with this, see {@link Scope#code}. */
    private static final String ERASED = "erased:";

    /** The scope has an entry or a state. */
    private static final String HOLDS_SOMETHING =
            "(living > 0 OR EXISTS (SELECT 1 FROM state WHERE state.scope = scope.number))";

    private static final String BY_CODE = "SELECT " + ScopeRecord.COLUMNS + " FROM scope WHERE space = ? AND code = ?";

    private final byte[] salt;

    ScopeTable(byte[] salt) {
        this.salt = salt.clone();
    }

    @Nullable
    ScopeRecord find(SqlConnection sql, Scope scope) throws SQLException {
        String space = scope.space().id();
        ScopeRecord found = sql.first(BY_CODE, ScopeRecord::read, space, scope.code());
        return found != null ? found : sql.first(BY_CODE, ScopeRecord::read, space, erasedCode(scope));
    }

    /** Returns the record of a scope for a write: creates it, or restores its name after an erasure. */
    ScopeRecord written(SqlConnection sql, Scope scope) throws SQLException {
        return under(sql, scope, scope.code());
    }

    /** Returns the record of a scope under its present name: an audit entry alone does not name an empty scope. */
    ScopeRecord touched(SqlConnection sql, Scope scope) throws SQLException {
        ScopeRecord found = find(sql, scope);
        return found != null ? found : erased(sql, scope);
    }

    /** Returns the record of a scope that is erased as a whole. */
    ScopeRecord erased(SqlConnection sql, Scope scope) throws SQLException {
        return under(sql, scope, erasedCode(scope));
    }

    private ScopeRecord under(SqlConnection sql, Scope scope, String code) throws SQLException {
        ScopeRecord found = find(sql, scope);
        if (found != null && found.code.equals(code)) {
            return found;
        }
        ScopeRecord record =
                found == null ? ScopeRecord.fresh(nextNumber(sql), scope.space().id(), code) : found.named(code);
        record.store(sql);
        return record;
    }

    private static long nextNumber(SqlConnection sql) throws SQLException {
        long next = sql.number("SELECT max(number) FROM scope") + 1;
        if (next > OrderKeys.MAX_SCOPE) {
            throw new SQLException(
                    "it has " + OrderKeys.MAX_SCOPE + " scopes, the most it can have; use a second folder");
        }
        return next;
    }

    Page<ScopeHead> heads(SqlConnection sql, Space space, @Nullable String cursor, int limit) throws SQLException {
        return ResultPages.cut(
                sql.list(
                        "SELECT " + ScopeRecord.COLUMNS + " FROM scope WHERE space = ? AND code > ? AND "
                                + HOLDS_SOMETHING + " ORDER BY code LIMIT ?",
                        row -> ScopeRecord.read(row).scopeHead(),
                        space.id(),
                        cursor == null ? "" : cursor,
                        ResultPages.oneMore(limit)),
                limit,
                head -> head.scope().code());
    }

    Page<Space> spaces(SqlConnection sql, @Nullable String cursor, int limit) throws SQLException {
        List<Space> spaces = sql.list(
                "SELECT DISTINCT space FROM scope WHERE space > ? AND " + HOLDS_SOMETHING + " ORDER BY space LIMIT ?",
                row -> new Space(SqlConnection.text(row, 1)),
                cursor == null ? "" : cursor,
                ResultPages.oneMore(limit));
        return ResultPages.cut(spaces, limit, Space::id);
    }

    static boolean isErased(String code) {
        return code.startsWith(ERASED);
    }

    private String erasedCode(Scope scope) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(salt);
            byte[] hash = sha.digest(scope.code().getBytes(StandardCharsets.UTF_8));
            return ERASED + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

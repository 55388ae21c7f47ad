package dev.daybook.postgres;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Page;
import dev.daybook.store.StoredAudit;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The audit log of each scope as a hash chain: the chain of an entry is the SHA-256 of the previous chain and the values
 * of the entry. The row of the scope holds the last chain. One chain per scope, because one for the store would let
 * writes of different scopes wait for each other.
 */
final class ScopeAudits {

    private record NumberedAudit(long seq, AuditRecord audit) {}

    private ScopeAudits() {}

    static void append(SqlSession sql, ScopeRow scope, AuditRecord audit) throws SQLException {
        long seq = scope.audited() + 1;
        byte[] chain = chain(scope.chain(), seq, audit);
        sql.update(
                "INSERT INTO daybook_audit (scope, seq, at, operation, action, detail, chain)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                scope.key(),
                seq,
                StoredTimes.micros(audit.at()),
                audit.operation(),
                audit.action(),
                audit.detail(),
                chain);
        scope.audited(seq, chain);
    }

    /** Returns the audit entries of a scope in order. The cursor is the number of the last one. */
    static Page<AuditRecord> page(SqlSession sql, byte[] scope, @Nullable String cursor, int limit)
            throws SQLException {
        List<NumberedAudit> read = sql.list(
                "SELECT seq, at, operation, action, detail FROM daybook_audit WHERE scope = ? AND seq > ?"
                        + " ORDER BY seq LIMIT ?",
                row -> new NumberedAudit(row.getLong(1), audit(row, 2)),
                scope,
                cursor == null ? 0 : Long.parseLong(cursor),
                Page.oneMore(limit));
        Page<NumberedAudit> page = Page.cut(read, limit, last -> Long.toString(last.seq));
        return new Page<>(page.items().stream().map(NumberedAudit::audit).toList(), page.cursor());
    }

    static List<StoredAudit> find(SqlSession sql, String operation) throws SQLException {
        return sql.list(
                "SELECT space, code, at, operation, action, detail FROM daybook_audit JOIN daybook_scope USING (scope)"
                        + " WHERE operation = ? ORDER BY scope, seq",
                row -> {
                    Space space = new Space(row.getString(1));
                    String code = row.getString(2);
                    return new StoredAudit(space, code == null ? null : Scope.of(space, code), audit(row, 3));
                },
                operation);
    }

    /** Reads the columns at, operation, action and detail. */
    static AuditRecord audit(ResultSet row, int first) throws SQLException {
        return new AuditRecord(
                row.getString(first + 1),
                row.getString(first + 2),
                StoredTimes.instant(row.getLong(first)),
                row.getString(first + 3));
    }

    static byte[] chain(byte[] before, long seq, AuditRecord audit) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream values = new DataOutputStream(bytes)) {
            values.write(before);
            values.writeLong(seq);
            values.writeLong(StoredTimes.micros(audit.at()));
            for (String text : List.of(audit.operation(), audit.action(), audit.detail())) {
                byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
                values.writeInt(encoded.length);
                values.write(encoded);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ScopeKeys.sha256().digest(bytes.toByteArray());
    }
}

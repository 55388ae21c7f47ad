package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.model.Space;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Blob;
import dev.daybook.store.Page;
import dev.daybook.store.StoredAudit;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The audit log as a hash chain: the chain of an entry is the SHA-256 of the previous chain and the values of the
 * entry. Editing, inserting or removing an entry breaks every later chain; a truncated end is detected by the last
 * number that each scope records.
 */
public final class AuditChain {

    private static final Blob BEGINNING = Blob.of(new byte[32]);

    private record ChainLink(long seq, Blob chain) {}

    private record NumberedRecord(long seq, AuditRecord audit) {}

    private AuditChain() {}

    public static void append(SqlConnection sql, ScopeRecord scope, AuditRecord audit) throws SQLException {
        ChainLink last = sql.first(
                "SELECT seq, chain FROM audit ORDER BY seq DESC LIMIT 1",
                row -> new ChainLink(row.getLong(1), Blob.of(SqlConnection.bytes(row, 2))));
        long seq = last == null ? 1 : last.seq + 1;
        long at = EpochMicros.micros(audit.at());
        Blob chain = chain(
                last == null ? BEGINNING : last.chain,
                seq,
                scope.number,
                at,
                audit.operation(),
                audit.action(),
                audit.detail());
        sql.update(
                "INSERT INTO audit (seq, scope, at, operation, action, detail, chain) VALUES (?, ?, ?, ?, ?, ?, ?)",
                seq,
                scope.number,
                at,
                audit.operation(),
                audit.action(),
                audit.detail(),
                chain.toArray());
        scope.audited(seq);
    }

    /** Returns the audit entries of a scope in order. The cursor is the number of the last one. */
    public static Page<AuditRecord> page(SqlConnection sql, long scope, @Nullable String cursor, int limit)
            throws SQLException {
        List<NumberedRecord> read = sql.list(
                "SELECT seq, at, operation, action, detail FROM audit WHERE scope = ? AND seq > ? ORDER BY seq LIMIT ?",
                row -> new NumberedRecord(row.getLong(1), audit(row, 2)),
                scope,
                cursor == null ? 0 : Long.parseLong(cursor),
                Page.oneMore(limit));
        Page<NumberedRecord> page = Page.cut(read, limit, last -> Long.toString(last.seq));
        return new Page<>(page.items().stream().map(NumberedRecord::audit).toList(), page.cursor());
    }

    /** Returns the audit entries of an operation in order. */
    public static List<StoredAudit> find(SqlConnection sql, String operation) throws SQLException {
        return sql.list(
                "SELECT " + ScopeName.COLUMNS + ", at, operation, action, detail FROM audit JOIN scope ON"
                        + " scope.number = audit.scope WHERE operation = ? ORDER BY seq",
                row -> {
                    ScopeName name = ScopeName.read(row);
                    return new StoredAudit(
                            new Space(SqlConnection.text(row, 2)),
                            name == null ? null : name.scope(sql.cipher()),
                            audit(row, 6));
                },
                operation);
    }

    /** Reads the columns at, operation, action and detail. */
    private static AuditRecord audit(ResultSet row, int first) throws SQLException {
        return new AuditRecord(
                SqlConnection.text(row, first + 1),
                SqlConnection.text(row, first + 2),
                EpochMicros.instant(row.getLong(first)),
                SqlConnection.text(row, first + 3));
    }

    /** Returns a description of the first fault of the chain, or null. */
    public static @Nullable String verify(SqlConnection sql) throws SQLException {
        Verification verification = new Verification();
        sql.each("SELECT seq, scope, at, operation, action, detail, chain FROM audit ORDER BY seq", verification::next);
        if (verification.wrong != null) {
            return verification.wrong;
        }
        long remembered = sql.number("SELECT max(audited) FROM scope");
        return remembered == verification.seq
                ? null
                : "the last record is number " + verification.seq + ", the scopes remember number " + remembered;
    }

    private static final class Verification {

        private long seq;
        private Blob chain = BEGINNING;
        private @Nullable String wrong;

        private boolean next(ResultSet row) throws SQLException {
            long expected = seq + 1;
            seq = row.getLong(1);
            chain = chain(
                    chain,
                    seq,
                    row.getLong(2),
                    row.getLong(3),
                    SqlConnection.text(row, 4),
                    SqlConnection.text(row, 5),
                    SqlConnection.text(row, 6));
            if (wrong == null && seq != expected) {
                wrong = "record " + expected + " is missing";
            } else if (wrong == null && !chain.equals(Blob.of(SqlConnection.bytes(row, 7)))) {
                wrong = "record " + seq + " or the one before it was changed";
            }
            return true;
        }
    }

    private static Blob chain(
            Blob before, long seq, long scope, long at, String operation, String action, String detail) {
        byte[] record = new ValuePacker()
                .add(before.read())
                .add(seq)
                .add(scope)
                .add(at)
                .add(operation)
                .add(action)
                .add(detail)
                .bytes();
        try {
            return Blob.of(MessageDigest.getInstance("SHA-256").digest(record));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

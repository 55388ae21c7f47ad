package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Page;
import dev.daybook.store.StoredAudit;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The audit log of each scope as a hash chain: the chain of an entry is the SHA-256 of the previous chain and the values
 * of the entry. The static columns of the partition hold the last chain.
 */
final class ChainedAudits {

    private static final String SELECT = "SELECT n, at, operation, action, detail, chain FROM daybook_memory"
            + " WHERE scope = ? AND life = 0 AND shelf = " + RowShelf.AUDIT + " AND name = '' AND n > ?";

    private record NumberedAudit(long number, AuditRecord audit) {}

    private ChainedAudits() {}

    /** Returns the audit entries of a scope in order. The cursor is the number of the last one. */
    static Page<AuditRecord> page(CassandraDatabase database, ByteBuffer key, @Nullable String cursor, int limit) {
        List<NumberedAudit> read = new ArrayList<>();
        long after = cursor == null ? 0 : Long.parseLong(cursor);
        database.read(SELECT + " LIMIT ?", key, after, CassandraDatabase.oneMore(limit))
                .forEach(row -> read.add(new NumberedAudit(row.getLong("n"), audit(row))));
        Page<NumberedAudit> page = Page.cut(read, limit, last -> Long.toString(last.number()));
        return new Page<>(page.items().stream().map(NumberedAudit::audit).toList(), page.cursor());
    }

    /** Finds an operation in all scopes of a store, by an index that each node keeps of its rows. */
    static List<StoredAudit> find(CassandraDatabase database, String store, String operation) {
        List<StoredAudit> found = new ArrayList<>();
        for (Row row : database.read(
                "SELECT store, space, code, at, operation, action, detail FROM daybook_memory WHERE operation = ?",
                operation)) {
            if (store.equals(row.getString("store"))) {
                Space space = new Space(RowValues.text(row, "space"));
                String code = row.getString("code");
                found.add(new StoredAudit(space, code == null ? null : Scope.of(space, code), audit(row)));
            }
        }
        return found;
    }

    private static AuditRecord audit(Row row) {
        return new AuditRecord(
                RowValues.text(row, "operation"),
                RowValues.text(row, "action"),
                RowValues.instant(row.getLong("at")),
                RowValues.text(row, "detail"));
    }

    /** Tests the chain of a scope. */
    static boolean isWhole(CassandraDatabase database, ByteBuffer key) {
        PartitionHead head = PartitionHead.read(database, key);
        if (head.audited() == 0) {
            return true;
        }
        long number = 0;
        ByteBuffer chain = PartitionHead.NONE.chain();
        for (Row row : database.read(SELECT, key, 0L)) {
            number++;
            chain = chain(chain, number, audit(row));
            if (row.getLong("n") != number || !chain.equals(row.getByteBuffer("chain"))) {
                return false;
            }
            if (number == head.audited()) {
                // Later ones were written after the head was read.
                return chain.equals(head.chain());
            }
        }
        return false;
    }

    static ByteBuffer chain(ByteBuffer before, long number, AuditRecord audit) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream values = new DataOutputStream(bytes)) {
            values.write(RowValues.bytes(before));
            values.writeLong(number);
            values.writeLong(RowValues.micros(audit.at()));
            for (String text : List.of(audit.operation(), audit.action(), audit.detail())) {
                byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
                values.writeInt(encoded.length);
                values.write(encoded);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ByteBuffer.wrap(PartitionKeys.sha256().digest(bytes.toByteArray()));
    }
}

package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.daybook.store.ScopeNumbers;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The static columns of the partition of a scope.
 *
 * @param turn the number of batches; 0 for a scope without any
 * @param life the present life: 1, and one more after each erasure of the whole scope
 * @param numbers the numbers of the scope
 * @param audited the number of audit entries
 * @param chain the chain of the last audit entry
 * @param code the name of the scope; null after an erasure of the whole scope
 */
record PartitionHead(
        long turn,
        int life,
        ScopeNumbers numbers,
        long audited,
        ByteBuffer chain,
        @Nullable String code) {

    static final PartitionHead NONE = new PartitionHead(0, 1, ScopeNumbers.NONE, 0, ByteBuffer.allocate(32), null);

    private static final String SELECT =
            "SELECT DISTINCT scope, turn, alive, revision, epoch, positions, counts, audited, last_chain, code"
                    + " FROM daybook_memory WHERE scope = ?";

    static PartitionHead read(CassandraDatabase database, ByteBuffer key) {
        return of(database.read(SELECT, key).one());
    }

    /** Reads several heads at once, in the order of their keys. */
    static List<PartitionHead> readAll(CassandraDatabase database, List<ByteBuffer> keys) {
        return database.readFirst(SELECT, keys).stream().map(PartitionHead::of).toList();
    }

    /** Reads after finishing the batches that are under way. */
    static PartitionHead readSettled(CassandraDatabase database, ByteBuffer key) {
        return of(database.readSettled(SELECT, key).one());
    }

    private static PartitionHead of(@Nullable Row row) {
        if (row == null || row.isNull("turn")) {
            return NONE;
        }
        return new PartitionHead(
                row.getLong("turn"),
                row.getInt("alive"),
                new ScopeNumbers(
                        row.getLong("revision"),
                        row.getLong("epoch"),
                        RowValues.byKind(row, "positions"),
                        RowValues.byKind(row, "counts")),
                row.getLong("audited"),
                RowValues.buffer(row, "last_chain"),
                row.getString("code"));
    }
}

package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/**
 * The numbers of the erasures of a store, and the partitions of those whose bytes may be in files. The partition of an
 * erasure is on record before its number is given, and an attempt draws its number after it read the head of the
 * partition. So a removal that covers a number and moves the partition to another turn either comes after the erasure,
 * or the attempt is overtaken and draws a higher number.
 */
record ErasureNumbers(CassandraDatabase database, String store) {

    /** The numbers whose records share a partition. */
    private static final long BLOCK = 4096;

    /** Returns the next number, for an erasure in a partition. A number whose erasure fails is not used. */
    long next(ByteBuffer scope) {
        while (true) {
            long last = last();
            // Another process that is given the number leaves this record without an erasure, which does no harm.
            database.write(
                    "INSERT INTO daybook_erasures (store, block, number, scope) VALUES (?, ?, ?, ?)",
                    store,
                    (last + 1) / BLOCK,
                    last + 1,
                    scope);
            if (database.apply(
                    "UPDATE daybook_stores SET erasures = ? WHERE store = ? IF erasures = ?", last + 1, store, last)) {
                return last + 1;
            }
        }
    }

    /** Returns the number that was given last; 0 before the first. */
    long last() {
        return row().getLong("erasures");
    }

    /** Returns the number up to which the bytes of erasures are gone. */
    long removed() {
        return row().getLong("removed");
    }

    private Row row() {
        return Objects.requireNonNull(
                database.readSettled("SELECT erasures, removed FROM daybook_stores WHERE store = ?", store)
                        .one(),
                "the row of the store is gone");
    }

    /** Returns the partitions of the erasures with numbers above the first and up to the last. */
    Set<ByteBuffer> scopes(long after, long upTo) {
        Set<ByteBuffer> scopes = new LinkedHashSet<>();
        for (long block = (after + 1) / BLOCK; block <= upTo / BLOCK; block++) {
            database.read(
                            "SELECT scope FROM daybook_erasures WHERE store = ? AND block = ? AND number > ?"
                                    + " AND number <= ?",
                            store,
                            block,
                            after,
                            upTo)
                    .forEach(row -> scopes.add(RowValues.buffer(row, "scope")));
        }
        return scopes;
    }

    /** Notes that the bytes of the erasures with numbers above the first and up to the last are gone. */
    void remove(long after, long upTo) {
        database.apply("UPDATE daybook_stores SET removed = ? WHERE store = ? IF removed < ?", upTo, store, upTo);
        for (long block = (after + 1) / BLOCK; block <= upTo / BLOCK; block++) {
            database.write(
                    "DELETE FROM daybook_erasures WHERE store = ? AND block = ? AND number <= ?", store, block, upTo);
        }
    }
}

package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on a session. Reads and writes wait for a majority of the replicas, so that a read sees each write
 * that was acknowledged; the driver's default would ask one replica.
 */
final class CassandraDatabase {

    /** Longer than the timeouts of a server, whose answers tell more. */
    private static final Duration TIMEOUT = Duration.ofSeconds(12);

    /** The values of an IN condition. A server reads each of them by itself. */
    private static final int VALUES_AT_ONCE = 200;

    private final CqlSession session;

    /** Bounded: the texts are constants of this package with a fixed number of variants. */
    private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();

    CassandraDatabase(CqlSession session) {
        this.session = session;
    }

    CqlSession session() {
        return session;
    }

    /** Binds a statement. A null value deletes its column; unset a column that is to stay as it is. */
    BoundStatement bind(String cql, @Nullable Object... values) {
        PreparedStatement statement = prepared.get(cql);
        if (statement == null) {
            statement = session.prepare(cql);
            prepared.put(cql, statement);
        }
        return statement.bind(values);
    }

    /** Reads the writes that were acknowledged; the rows come a page at a time. */
    ResultSet read(String cql, @Nullable Object... values) {
        return execute(bind(cql, values), DefaultConsistencyLevel.QUORUM);
    }

    /** Reads after the writes that are under way in the partition are finished, one way or the other. */
    ResultSet readSettled(String cql, @Nullable Object... values) {
        return execute(bind(cql, values), DefaultConsistencyLevel.SERIAL);
    }

    private ResultSet execute(BoundStatement statement, ConsistencyLevel level) {
        return session.execute(
                statement.setConsistencyLevel(level).setIdempotent(true).setTimeout(TIMEOUT));
    }

    /** Reads with an IN condition on many values, which is the last parameter. */
    <T> void readEach(String cql, Collection<T> values, Consumer<Row> reader, @Nullable Object... before) {
        List<T> all = List.copyOf(values);
        for (int from = 0; from < all.size(); from += VALUES_AT_ONCE) {
            List<@Nullable Object> parameters = new ArrayList<>(List.of(before));
            parameters.add(all.subList(from, Math.min(all.size(), from + VALUES_AT_ONCE)));
            read(cql, parameters.toArray()).forEach(reader);
        }
    }

    /** Writes without a condition, in tables that have no conditional writes; can be repeated. */
    void write(String cql, @Nullable Object... values) {
        read(cql, values);
    }

    /**
     * Applies a conditional statement.
     *
     * @return whether its condition held; if not, nothing was changed
     */
    boolean apply(String cql, @Nullable Object... values) {
        return session.execute(bind(cql, values)
                        .setConsistencyLevel(DefaultConsistencyLevel.QUORUM)
                        .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL)
                        .setIdempotent(false)
                        .setTimeout(TIMEOUT))
                .wasApplied();
    }

    /** Applies a batch as {@link #apply(String, Object...)}. Not idempotent: the driver would send it again by itself. */
    boolean apply(BatchStatement batch) {
        return session.execute(batch.setConsistencyLevel(DefaultConsistencyLevel.QUORUM)
                        .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL)
                        .setIdempotent(false)
                        .setTimeout(TIMEOUT))
                .wasApplied();
    }

    /** Returns the bytes of a batch as a message to a server; its rows take less. */
    long size(BatchStatement batch) {
        return batch.computeSizeInBytes(session.getContext());
    }
}

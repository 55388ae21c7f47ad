package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.daybook.store.Page;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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

    /** The rows of a message of a server, where each row may have megabytes. */
    private static final int ROWS_AT_ONCE = 50;

    /** The statements that are under way at once for one call. */
    private static final int STATEMENTS_AT_ONCE = 16;

    private final CqlSession session;

    /** Bounded: the texts are constants of this package with a fixed number of variants. */
    private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();

    CassandraDatabase(CqlSession session) {
        this.session = session;
    }

    CqlSession session() {
        return session;
    }

    /** Returns the LIMIT of a statement for a page: one row more shows whether others follow. */
    static int oneMore(int limit) {
        return (int) Math.min(Integer.MAX_VALUE, Page.oneMore(limit));
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
        return session.execute(quorum(bind(cql, values)));
    }

    /** Reads after the writes that are under way in the partition are finished, one way or the other. */
    ResultSet readSettled(String cql, @Nullable Object... values) {
        return session.execute(quorum(bind(cql, values)).setConsistencyLevel(DefaultConsistencyLevel.SERIAL));
    }

    /** Reads the first row for each of some keys, all at once; null for a key without a row. */
    List<@Nullable Row> readFirst(String cql, List<ByteBuffer> keys) {
        List<CompletableFuture<AsyncResultSet>> asked = keys.stream()
                .map(key -> session.executeAsync(quorum(bind(cql, key))).toCompletableFuture())
                .toList();
        List<@Nullable Row> rows = new ArrayList<>();
        asked.forEach(answer -> rows.add(answer(answer).one()));
        return rows;
    }

    private static AsyncResultSet answer(CompletableFuture<AsyncResultSet> asked) {
        try {
            return asked.join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof DriverException ofDriver) {
                throw ofDriver;
            }
            throw failure;
        }
    }

    /** Reads with several statements at once, for partitions that do not wait for each other. */
    void readTogether(List<BoundStatement> statements, Consumer<Row> reader) {
        runTogether(
                statements.stream()
                        .map(statement -> quorum(statement).setPageSize(ROWS_AT_ONCE))
                        .toList(),
                reader);
    }

    private void runTogether(List<BoundStatement> statements, Consumer<Row> reader) {
        for (int from = 0; from < statements.size(); from += STATEMENTS_AT_ONCE) {
            List<CompletableFuture<AsyncResultSet>> asked =
                    statements.subList(from, Math.min(statements.size(), from + STATEMENTS_AT_ONCE)).stream()
                            .map(statement -> session.executeAsync(statement).toCompletableFuture())
                            .toList();
            asked.forEach(first -> {
                AsyncResultSet page = answer(first);
                page.currentPage().forEach(reader);
                while (page.hasMorePages()) {
                    page = answer(page.fetchNextPage().toCompletableFuture());
                    page.currentPage().forEach(reader);
                }
            });
        }
    }

    /**
     * Writes with several statements at once, without a condition; they can be repeated.
     *
     * @param everywhere whether to wait for all replicas
     */
    void writeTogether(List<BoundStatement> statements, boolean everywhere) {
        DefaultConsistencyLevel level = everywhere ? DefaultConsistencyLevel.ALL : DefaultConsistencyLevel.QUORUM;
        runTogether(
                statements.stream()
                        .map(statement -> quorum(statement).setConsistencyLevel(level))
                        .toList(),
                row -> {});
    }

    private static BoundStatement quorum(BoundStatement statement) {
        return statement
                .setConsistencyLevel(DefaultConsistencyLevel.QUORUM)
                .setIdempotent(true)
                .setTimeout(TIMEOUT);
    }

    /** Reads with an IN condition on many values, which is the last parameter. */
    <T> void readEach(String cql, Collection<T> values, Consumer<Row> reader, @Nullable Object... before) {
        List<T> all = List.copyOf(values);
        for (int from = 0; from < all.size(); from += VALUES_AT_ONCE) {
            @Nullable Object[] parameters = Arrays.copyOf(before, before.length + 1);
            parameters[before.length] = all.subList(from, Math.min(all.size(), from + VALUES_AT_ONCE));
            session.execute(quorum(bind(cql, parameters).setPageSize(ROWS_AT_ONCE)))
                    .forEach(reader);
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

    /** Applies a conditional statement as {@link #apply(String, Object...)}, and waits until all replicas have it. */
    boolean applyEverywhere(String cql, @Nullable Object... values) {
        return session.execute(bind(cql, values)
                        .setConsistencyLevel(DefaultConsistencyLevel.ALL)
                        .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL)
                        .setIdempotent(false)
                        .setTimeout(TIMEOUT))
                .wasApplied();
    }

    /** Reads all rows from all replicas, which so agree on them. */
    void readEverywhere(String cql, @Nullable Object... values) {
        session.execute(quorum(bind(cql, values))
                        .setConsistencyLevel(DefaultConsistencyLevel.ALL)
                        .setPageSize(ROWS_AT_ONCE))
                .forEach(row -> {});
    }

    /** Applies a batch as {@link #apply(String, Object...)}. Not idempotent: the driver would send it again by itself. */
    boolean apply(BatchStatement batch) {
        return session.execute(batch.setConsistencyLevel(DefaultConsistencyLevel.QUORUM)
                        .setSerialConsistencyLevel(DefaultConsistencyLevel.SERIAL)
                        .setIdempotent(false)
                        .setTimeout(TIMEOUT))
                .wasApplied();
    }

    /** Returns the bytes of a statement as a message to a server; its rows take less. */
    long size(Statement<?> statement) {
        return statement.computeSizeInBytes(session.getContext());
    }
}

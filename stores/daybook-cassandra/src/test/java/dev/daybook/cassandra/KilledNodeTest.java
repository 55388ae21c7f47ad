package dev.daybook.cassandra;

import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.daybook.error.StoreException;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryScan;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Kills nodes of a cluster of three under writers of one scope and of several, one node at a time. More of them:
 * {@code -Ddaybook.cassandra.kills=N}.
 */
@EnabledIf("dev.daybook.cassandra.KilledNodeTest#isWanted")
class KilledNodeTest {

    private static final int KILLS = Integer.getInteger("daybook.cassandra.kills", 0);
    private static final int NODES = 3;
    private static final int WRITERS = 6;
    private static final int WRITES_BETWEEN = 150;

    /** The positions of a bucket; the scopes reach several. */
    private static final int POSITIONS = 32;

    private final Map<String, CommitResult> acknowledged = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> failures = new ConcurrentHashMap<>();

    /** The calls that failed although they were a repetition. */
    private final LongAdder failedAgain = new LongAdder();

    private final Semaphore written = new Semaphore(0);
    private volatile boolean ending;

    /** Three nodes need three gigabytes, so the number of kills is given where they are wanted. */
    static boolean isWanted() {
        return KILLS > 0 && CassandraCluster.isWanted();
    }

    /** The first writers share a scope. */
    private static Scope scope(int writer) {
        return new Scope.User(Space.DEFAULT, "user " + Math.max(0, writer - 2));
    }

    private static CassandraStore open(CqlSession session) {
        return CassandraStore.open(session, "killed", POSITIONS, null, ByteRemoval.QUIET, session::close);
    }

    @Test
    void no_acknowledged_write_is_lost_and_none_that_is_repeated_is_doubled() throws Exception {
        CassandraCluster cluster = CassandraCluster.start(NODES);
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        // Two stores, like two processes, that do not share their locks.
        try (CqlSession session = cluster.connect();
                CassandraStore one = open(cluster.connect());
                CassandraStore other = open(cluster.connect())) {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                writers.add(threads.submit(() -> {
                    for (int n = 0; !ending; n++) {
                        writeUntilAcknowledged(writer % 2 == 0 ? one : other, scope(writer), writer + "-" + n);
                    }
                }));
            }
            cluster.awaitWhole(session);
            long begin = System.nanoTime();
            for (int kill = 0; kill < KILLS; kill++) {
                written.acquire(WRITES_BETWEEN);
                CassandraNode node = cluster.node(kill % NODES);
                node.kill();
                written.acquire(WRITES_BETWEEN);
                node.begin();
                node.awaitReady();
                cluster.awaitWhole(session);
            }
            written.acquire(WRITES_BETWEEN);
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
            ending = true;
            for (Future<?> writer : writers) {
                writer.get();
            }

            long stored = 0;
            for (int writer = 2; writer < WRITERS; writer++) {
                stored += verified(one, scope(writer));
            }
            long failed = failures.values().stream().mapToLong(LongAdder::sum).sum();
            System.out.println(KILLS + " kills in " + seconds + " s: " + acknowledged.size() + " acknowledged, "
                    + stored + " stored, " + failed + " calls failed " + failures);
            assertThat(stored).isEqualTo(acknowledged.size()).isGreaterThan(KILLS * WRITES_BETWEEN);
            assertThat(failedAgain.sum())
                    .as("calls that failed again, of which 1%% are allowed: %s", failures)
                    .isLessThan(acknowledged.size() / 100);
            assertThat(one.check(false).ok()).isTrue();
        } finally {
            ending = true;
            threads.shutdown();
        }
    }

    /** The scope holds each entry once, where it was placed, without gaps; an index row for each. */
    private long verified(CassandraStore store, Scope scope) {
        List<StoredEntry> stored = all(store, scope, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL));
        assertThat(stored)
                .extracting(StoredEntry::position)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, stored.size()).boxed().toList());
        assertThat(stored)
                .allSatisfy(entry -> assertThat(acknowledged
                                .get(scope.code() + " " + entry.key().id())
                                .placed())
                        .containsExactly(
                                new CommitResult.Placed(entry.key(), entry.position(), entry.contentRevision())));
        assertThat(store.rows(scope, 0, 1_000_000).items()).hasSameSizeAs(stored);
        assertThat(store.head(scope).revision()).isEqualTo(stored.size());
        return stored.size();
    }

    /** Repeats the same batch after every failure, which the operation makes the same write. */
    private void writeUntilAcknowledged(CassandraStore store, Scope scope, String id) {
        WriteBatch batch = batch(scope, put(id));
        for (boolean again = false; true; again = true) {
            try {
                acknowledged.put(scope.code() + " " + id, store.write(batch));
                written.release();
                return;
            } catch (StoreException failure) {
                failures.computeIfAbsent(failure.getMessage(), first -> new LongAdder())
                        .increment();
                if (again) {
                    failedAgain.increment();
                }
                assertThat(failure.retryable() || failure.outcomeUnknown())
                        .as("%s", failure)
                        .isTrue();
            }
        }
    }
}

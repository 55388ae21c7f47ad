package dev.daybook.postgres;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Kind;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryScan;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Crashes of the server under writers of one scope. More of them: {@code -Ddaybook.postgres.crashes=N}. */
@EnabledIf("dev.daybook.postgres.PostgresServer#isRequired")
class ServerCrashTest {

    private static final int CRASHES = Integer.getInteger("daybook.postgres.crashes", 2);
    private static final int WRITERS = 4;
    private static final int WRITES_BETWEEN = 60;

    private final Map<String, CommitResult> acknowledged = new ConcurrentHashMap<>();
    private final Semaphore written = new Semaphore(0);
    private volatile boolean ending;

    @Test
    void no_acknowledged_write_is_lost_and_none_that_is_repeated_is_doubled() throws Exception {
        PostgresServer server = PostgresServer.start();
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        try (PostgresStore store = PostgresStore.connect(server.source("crash").getUrl(), "daybook", "")) {
            List<Future<?>> writers = new ArrayList<>();
            CountDownLatch ready = new CountDownLatch(WRITERS);
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                writers.add(threads.submit(() -> {
                    ready.countDown();
                    for (int n = 0; !ending; n++) {
                        String id = writer + "-" + n;
                        acknowledged.put(id, AcknowledgedWrite.repeat(store, batch(ADA, put(id))));
                        written.release();
                    }
                }));
            }
            ready.await();
            for (int crash = 0; crash < CRASHES; crash++) {
                written.acquire(WRITES_BETWEEN);
                server.end();
                server.begin();
            }
            written.acquire(WRITES_BETWEEN);
            ending = true;
            for (Future<?> writer : writers) {
                writer.get();
            }

            List<StoredEntry> stored =
                    all(store, ADA, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL));
            assertThat(stored).hasSameSizeAs(acknowledged.keySet()).hasSizeGreaterThan(CRASHES * WRITES_BETWEEN);
            assertThat(stored)
                    .extracting(StoredEntry::position)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, stored.size()).boxed().toList());
            assertThat(stored)
                    .allSatisfy(entry -> assertThat(
                                    acknowledged.get(entry.key().id()).placed())
                            .containsExactly(
                                    new CommitResult.Placed(entry.key(), entry.position(), entry.contentRevision())));
            assertThat(store.check(false).ok()).isTrue();
        } finally {
            ending = true;
            threads.shutdown();
        }
    }
}

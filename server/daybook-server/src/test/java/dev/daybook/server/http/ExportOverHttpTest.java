package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ExportOverHttpTest {

    private static final int EPISODES = 3_000;

    @TempDir
    Path folder;

    private final AtomicBoolean isBroken = new AtomicBoolean();
    private final AtomicInteger pages = new AtomicInteger();

    /** A store that fails on the third page of a listing once it is broken. */
    private Store breaking() {
        return new ForwardingStore(new InMemoryStore()) {
            @Override
            public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
                fail();
                return super.scan(scope, scan);
            }

            @Override
            public Page<StoredEntry> scan(Scope scope, EntryScan scan, Consumer<EntryKey> damaged) {
                fail();
                return super.scan(scope, scan, damaged);
            }

            private void fail() {
                if (isBroken.get() && pages.incrementAndGet() > 2) {
                    throw new IllegalStateException("broken");
                }
            }
        };
    }

    private static void fill(Daybook daybook) {
        for (int from = 0; from < EPISODES; from += 500) {
            daybook.user("ada")
                    .remember(IntStream.range(from, from + 500)
                            .mapToObj(i -> NewEpisode.of(Message.user("The ferry leaves at nine. ".repeat(8)))
                                    .id("e" + i))
                            .toList());
        }
    }

    private static long episodes(Answer answer) {
        return answer.body()
                .lines()
                .filter(line -> line.startsWith("{\"kind\":\"episode\""))
                .count();
    }

    @Test
    void long_lines_are_read_few_at_a_time() {
        List<String> lines = Collections.nCopies(50, "a".repeat(400_000));
        Iterator<String> each = lines.iterator();

        assertThat(ExportStream.next(each)).hasSize(3);
        assertThat(ExportStream.next(List.of("a".repeat(4_000_000), "b").iterator()))
                .hasSize(1);
        assertThat(ExportStream.next(Collections.nCopies(500, "short").iterator()))
                .hasSize(200);
        assertThat(ExportStream.next(Collections.emptyIterator())).isEmpty();
    }

    @Test
    void an_export_that_cannot_go_on_breaks_the_connection_off() {
        try (LocalDaybook daybook = Daybook.builder(breaking()).noEmbedder().open();
                TestServer testServer = TestServer.over(daybook, folder)) {
            fill(daybook);
            assertThat(episodes(testServer.get(ADA + "/export"))).isEqualTo(EPISODES);

            isBroken.set(true);

            assertThatThrownBy(() -> testServer.get(ADA + "/export"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasCauseInstanceOf(IOException.class);
            assertThat(pages).hasValueGreaterThan(2);
            assertThat(testServer.get("/healthz").status()).isEqualTo(200);
        }
    }

    @Test
    void each_of_many_exports_at_once_is_whole_or_refused_at_its_start() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(32);
        try (LocalDaybook daybook =
                        Daybook.builder(new InMemoryStore()).noEmbedder().open();
                TestServer testServer = TestServer.over(daybook, folder)) {
            fill(daybook);
            List<Future<Answer>> exports = IntStream.range(0, 24)
                    .mapToObj(i -> clients.submit(() -> testServer.get(ADA + "/export")))
                    .toList();
            List<Future<Answer>> beside = IntStream.range(0, 8)
                    .mapToObj(i -> clients.submit(() -> testServer.post(ADA + "/consolidate", "")))
                    .toList();

            int whole = 0;
            for (Future<Answer> each : exports) {
                Answer answer = each.get();
                if (answer.status() == 429) {
                    assertThat(answer.at("code")).isEqualTo("limited");
                } else {
                    assertThat(answer.status()).isEqualTo(200);
                    assertThat(episodes(answer)).isEqualTo(EPISODES);
                    whole++;
                }
            }
            assertThat(whole).isPositive();
            for (Future<Answer> each : beside) {
                assertThat(each.get().status()).isIn(200, 429);
            }
        } finally {
            clients.shutdownNow();
        }
    }
}

package dev.daybook.postgres;

import static dev.daybook.testkit.store.BatchFixture.all;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.EntryScan;
import dev.daybook.store.StoredEntry;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Processes that open an empty schema at once, write to the same store and are killed, on a server that crashes. More of
 * each: {@code -Ddaybook.postgres.processes=N}, {@code .writers}, {@code .kills} and {@code .crashes}.
 */
@EnabledIf("dev.daybook.postgres.PostgresServer#isRequired")
class WriterProcessesTest {

    private static final int KILLS = Integer.getInteger("daybook.postgres.kills", 3);
    private static final int CRASHES = Integer.getInteger("daybook.postgres.crashes", 2);
    private static final int PROCESSES = Integer.getInteger("daybook.postgres.processes", 2);
    private static final int WRITERS = Integer.getInteger("daybook.postgres.writers", 3);
    private static final int WRITES_BETWEEN = 100;

    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
    private final Semaphore written = new Semaphore(0);
    private final Deque<RunningWriter> writers = new ArrayDeque<>();

    private record RunningWriter(Process process, Thread reader) {}

    @AfterEach
    void end() {
        writers.forEach(writer -> writer.process().destroyForcibly());
    }

    @Test
    void no_acknowledged_write_is_lost_and_no_position_is_given_twice() throws Exception {
        PostgresServer server = PostgresServer.start();
        String url = server.source().getUrl();
        for (int i = 0; i < PROCESSES; i++) {
            start(url);
        }
        for (int kill = 0; kill < KILLS; kill++) {
            written.acquire(WRITES_BETWEEN);
            killEldest();
            start(url);
        }
        for (int crash = 0; crash < CRASHES; crash++) {
            written.acquire(WRITES_BETWEEN);
            server.end();
            server.begin();
        }
        written.acquire(WRITES_BETWEEN);
        while (!writers.isEmpty()) {
            killEldest();
        }

        try (PostgresStore store = PostgresStore.connect(url, "daybook", "")) {
            Map<String, Long> perScope = acknowledged.keySet().stream()
                    .collect(Collectors.groupingBy(key -> key.split(";")[0], Collectors.counting()));
            assertThat(perScope)
                    .containsKey(PostgresWriterProcess.TOGETHER.code())
                    .hasSizeGreaterThan(KILLS);
            perScope.forEach((code, count) -> verify(store, Scope.of(Space.DEFAULT, code), count));
            assertThat(acknowledged).as("not found").isEmpty();
            assertThat(store.check(false).ok()).isTrue();
        }
    }

    private void start(String url) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PostgresWriterProcess.class.getName(),
                        url,
                        Integer.toString(WRITERS))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Thread reader = new Thread(() -> read(process.inputReader()));
        reader.start();
        writers.add(new RunningWriter(process, reader));
    }

    private void read(BufferedReader lines) {
        // A killed process may leave half a line, which acknowledges nothing.
        lines.lines().filter(line -> line.endsWith(";end")).forEach(line -> {
            String[] parts = line.split(";");
            acknowledged.put(parts[0] + ";" + parts[1], parts[2] + ";" + parts[3]);
            written.release();
        });
    }

    private void killEldest() throws InterruptedException {
        RunningWriter eldest = writers.remove();
        // By its handle: the process itself would close its output before all of it is read.
        eldest.process().toHandle().destroyForcibly();
        eldest.process().waitFor();
        eldest.reader().join();
    }

    /** The scope holds each entry once, without gaps, and the acknowledged ones where they were placed. */
    private void verify(PostgresStore store, Scope scope, long count) {
        var stored = all(store, scope, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL));
        assertThat((long) stored.size()).isGreaterThanOrEqualTo(count);
        assertThat(stored)
                .extracting(StoredEntry::position)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, stored.size()).boxed().toList());
        assertThat(stored).extracting(StoredEntry::key).doesNotHaveDuplicates();
        for (StoredEntry entry : stored) {
            String placed = acknowledged.remove(scope.code() + ";" + entry.key().id());
            if (placed != null) {
                assertThat(entry.position() + ";" + entry.contentRevision()).isEqualTo(placed);
            }
        }
    }
}

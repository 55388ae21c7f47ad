package dev.daybook.chroma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.model.Entry;
import dev.daybook.outcome.SessionInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A writer is killed at random moments; the server lives on. */
@EnabledIfSystemProperty(named = RealServer.PROPERTY, matches = "http.+")
class ChromaKillTest {

    private static final int KILLS = Integer.getInteger("daybook.chroma.kills", 5);

    private static final int MAX_BATCHES = 8;

    /** About as long as a batch takes, so that the blow may fall between any two of its requests. */
    private static final int MAX_MILLIS = 300;

    private final String tenant = RealServer.freshTenant();

    @Test
    void every_batch_is_whole_or_absent_after_kill_9_and_nothing_acknowledged_is_lost() throws Exception {
        long seed = Long.getLong("daybook.seed", System.nanoTime());
        Random random = new Random(seed);
        Set<String> acknowledged = new HashSet<>();
        int unfinished = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            writeAndKill(1 + random.nextInt(MAX_BATCHES), random.nextInt(MAX_MILLIS), acknowledged);
            unfinished += openIntents();
            try (LocalDaybook daybook =
                    Daybook.builder(RealServer.at(tenant).open()).noEmbedder().open()) {
                assertThat(wholeBatches(daybook.user("ada")))
                        .as("kill %d, seed %d", kill, seed)
                        .containsAll(acknowledged);
                assertThat(daybook.maintenance().check(false).ok()).isTrue();
            }
            assertThat(openIntents()).isZero();
        }
        System.out.printf(
                "%d kills, %d batches acknowledged, %d times within a batch%n", KILLS, acknowledged.size(), unfinished);
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(KILLS);
    }

    private void writeAndKill(int batches, int millis, Set<String> acknowledged)
            throws IOException, InterruptedException {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ChromaWriterProcess.class.getName(),
                        RealServer.url().toString(),
                        tenant)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = writer.inputReader(StandardCharsets.UTF_8)) {
            for (int i = 0; i < batches; i++) {
                String batch = said.readLine();
                assertThat(batch).as("the writer ended by itself").isNotNull();
                acknowledged.add(batch);
            }
            // Not waiting for a condition: the moment of the blow is what is random.
            Thread.sleep(millis);
            writer.toHandle().destroyForcibly();
            said.lines().filter(line -> line.length() == 36).forEach(acknowledged::add);
        } finally {
            writer.destroyForcibly().waitFor();
        }
    }

    private int openIntents() {
        SpaceCollections spaceCollections = ChromaSamples.shelves(tenant);
        return spaceCollections
                        .findAll(
                                SpaceCollection.SIDE,
                                RowFilters.is(MetadataKeys.TYPE, "intent"),
                                ChromaCollection.RowPart.IDS)
                        .isEmpty()
                ? 0
                : 1;
    }

    /** The batches of a user: each whole, no episode twice, the positions without a hole, and all found on the server. */
    private static Set<String> wholeBatches(Memory memory) {
        Set<String> batches = new HashSet<>();
        for (SessionInfo session : memory.sessions()) {
            assertThat(session.episodes()).isEqualTo(ChromaWriterProcess.EPISODES);
            batches.add(session.id());
        }
        List<Entry> entries = memory.archive().exportAll().toList();
        assertThat(entries).extracting(Entry::text).doesNotHaveDuplicates();
        assertThat(entries).hasSize(batches.size() * ChromaWriterProcess.EPISODES);
        assertThat(entries.stream().mapToLong(Entry::position).sorted())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, entries.size()).boxed().toList());
        return batches;
    }
}

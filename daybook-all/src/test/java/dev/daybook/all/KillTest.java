package dev.daybook.all;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.data.Entry;
import dev.daybook.data.Query;
import dev.daybook.data.Session;
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
import org.junit.jupiter.api.io.TempDir;

/** A writer is killed at random moments; acknowledged writes are there, whole, and the folder opens without repair. */
class KillTest {

    /** A few in every build; {@code .ci/run} asks for 40, {@code .ci/nightly} for 1,000. */
    private static final int KILLS = Integer.getInteger("daybook.kills", 4);

    private static final int MAX_BATCHES_BEFORE_KILL = 60;

    @TempDir
    Path folder;

    @Test
    void nothing_acknowledged_is_lost_and_no_batch_is_half_there_after_kill_9() throws Exception {
        long seed = Long.getLong("daybook.seed", System.nanoTime());
        Random random = new Random(seed);
        Set<String> acknowledged = new HashSet<>();
        for (int kill = 1; kill <= KILLS; kill++) {
            writeAndKill(1 + random.nextInt(MAX_BATCHES_BEFORE_KILL), acknowledged);
            try (Daybook daybook = Daybook.builder(folder).noEmbedder().open()) {
                Set<String> found = new HashSet<>();
                for (String user : KilledWriter.USERS) {
                    found.addAll(wholeBatches(daybook.user(user)));
                }
                assertThat(found).as("kill %d, seed %d", kill, seed).containsAll(acknowledged);
                assertThat(daybook.check(false).findings())
                        .as("kill %d, seed %d", kill, seed)
                        .allMatch(finding -> !finding.level().name().equals("FAIL"));
            }
        }
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(KILLS);
    }

    private void writeAndKill(int batches, Set<String> acknowledged) throws IOException, InterruptedException {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        TestClassPath.get(),
                        KilledWriter.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = writer.inputReader(StandardCharsets.UTF_8)) {
            for (int i = 0; i < batches; i++) {
                String batch = output.readLine();
                assertThat(batch).as("the writer ended by itself").isNotNull();
                acknowledged.add(batch);
            }
            // Through the handle, which leaves the pipe open: lines written before its death were acknowledged too.
            // A last line may be cut off.
            writer.toHandle().destroyForcibly();
            output.lines().filter(line -> line.length() == 36).forEach(acknowledged::add);
        } finally {
            writer.destroyForcibly().waitFor();
        }
    }

    /** The batches of a user; each must be whole, found by its words, and the positions must have no hole. */
    private static Set<String> wholeBatches(Memory memory) {
        Set<String> batches = new HashSet<>();
        for (Session session : memory.sessions().list()) {
            assertThat(session.episodes()).isEqualTo(KilledWriter.EPISODES);
            batches.add(session.id());
        }
        List<Entry> entries = memory.exportAll().toList();
        assertThat(entries.stream().mapToLong(Entry::position).sorted())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, entries.size()).boxed().toList());
        batches.stream()
                .findFirst()
                .ifPresent(batch -> assertThat(
                                memory.recall(Query.of("batch " + batch).limit(KilledWriter.EPISODES)))
                        .allMatch(hit -> hit.text().contains(batch)));
        return batches;
    }
}

package dev.daybook.all;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.Query;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer is killed at random moments; acknowledged writes are there, whole, and the folder opens without repair. */
class KillTest {

    /** A few in every build; {@code .ci/run} asks for 40, {@code .ci/nightly} for 1,000. */
    private static final int KILLS = Integer.getInteger("daybook.kills", 4);

    /** So that 1,000 kills have more than 100,000 acknowledged writes. */
    private static final int MAX_WRITES_BEFORE_KILL = 210;

    /** Then a new folder is begun, because the whole folder is read after each kill. */
    private static final int KILLS_OF_FOLDER = 40;

    private final long seed = Long.getLong("daybook.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private int kills;
    private int openings;
    private int acknowledged;
    private int lost;

    @TempDir
    Path folders;

    @Test
    void nothing_acknowledged_is_lost_and_no_batch_is_half_there_after_kill_9() throws Exception {
        try {
            while (kills < KILLS) {
                killInOneFolder(folders.resolve("folder-" + kills), Math.min(KILLS_OF_FOLDER, KILLS - kills));
            }
        } finally {
            System.out.printf(
                    "kills: %d, opened by itself: %d, acknowledged writes: %d, lost: %d (seed %d)%n",
                    kills, openings, acknowledged, lost, seed);
        }
        assertThat(openings).isEqualTo(KILLS);
        assertThat(acknowledged).isGreaterThanOrEqualTo(KILLS);
    }

    private void killInOneFolder(Path folder, int times) throws IOException, InterruptedException {
        Set<String> expected = new HashSet<>();
        for (int i = 0; i < times; i++) {
            List<String> written = writeAndKill(folder, 1 + random.nextInt(MAX_WRITES_BEFORE_KILL));
            kills++;
            acknowledged += written.size();
            expected.addAll(written);
            try {
                check(folder, expected);
            } catch (AssertionError failure) {
                throw new AssertionError("kill " + kills + ", seed " + seed + ": " + failure.getMessage(), failure);
            }
        }
    }

    private void check(Path folder, Set<String> expected) {
        try (LocalDaybook daybook = Daybook.builder(folder).noEmbedder().open()) {
            openings++;
            Set<String> missing = new HashSet<>(expected);
            for (String user : KilledWriter.USERS) {
                missing.removeAll(wholeWrites(daybook.user(user)));
            }
            lost += missing.size();
            assertThat(missing).as("lost writes").isEmpty();
            assertThat(daybook.maintenance().check(false).findings())
                    .noneMatch(finding -> finding.level() == HealthReport.Level.FAIL);
        }
    }

    /** Returns the acknowledged writes. */
    private static List<String> writeAndKill(Path folder, int writes) throws IOException, InterruptedException {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        TestClassPath.get(),
                        KilledWriter.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> written = new ArrayList<>();
        try (BufferedReader output = writer.inputReader(StandardCharsets.UTF_8)) {
            for (int i = 0; i < writes; i++) {
                String write = output.readLine();
                assertThat(write).as("the writer ended by itself").isNotNull();
                written.add(write);
            }
            // Through the handle, which leaves the pipe open: lines written before its death were acknowledged too.
            writer.toHandle().destroyForcibly();
            output.lines().filter(line -> line.length() == KilledWriter.LINE).forEach(written::add);
        } finally {
            writer.destroyForcibly().waitFor();
        }
        return written;
    }

    /** Returns the writes of a user; each is whole and there once, found by its words, and the positions have no hole. */
    private static Set<String> wholeWrites(Memory memory) {
        Set<String> writes = new HashSet<>();
        for (SessionInfo session : memory.sessions()) {
            assertThat(session.episodes())
                    .as(session.id())
                    .isEqualTo(session.id().startsWith(KilledWriter.BATCH) ? KilledWriter.EPISODES : 1);
            writes.add(session.id());
        }
        List<Episode> episodes = episodes(memory);
        assertThat(episodes.stream().map(KillTest::text).sorted())
                .as("the texts, each once")
                .isEqualTo(writes.stream().flatMap(KillTest::texts).sorted().toList());
        assertThat(episodes.stream().mapToLong(Entry::position).sorted())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, episodes.size()).boxed().toList());
        writes.stream()
                .findFirst()
                .ifPresent(write -> assertThat(memory.recall(Query.of(write).limit(1)))
                        .singleElement()
                        .matches(hit -> hit.text().contains(write)));
        return writes;
    }

    private static List<Episode> episodes(Memory memory) {
        try (Stream<Entry> entries = memory.archive().exportAll()) {
            return entries.filter(Episode.class::isInstance)
                    .map(Episode.class::cast)
                    .toList();
        }
    }

    private static String text(Episode episode) {
        return episode.messages().get(0).text();
    }

    private static Stream<String> texts(String write) {
        int count = write.startsWith(KilledWriter.BATCH) ? KilledWriter.EPISODES : 1;
        return Stream.iterate(0, i -> i < count, i -> i + 1).map(i -> KilledWriter.text(write, i));
    }
}

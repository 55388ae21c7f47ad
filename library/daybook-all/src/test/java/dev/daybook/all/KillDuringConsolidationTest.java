package dev.daybook.all;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import dev.daybook.outcome.DerivationOutcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Derived work is killed at random moments, and gone on with by a model that answers differently each time: no source is
 * lost, nothing is derived twice, and each mark stands where the derived text says.
 */
class KillDuringConsolidationTest {

    /** Half as many as {@link KillTest} has, for each takes longer: two in every build, 20 in {@code .ci/run}. */
    private static final int KILLS = Math.max(2, Integer.getInteger("daybook.kills", 4) / 2);

    private static final int MAX_BATCHES_BEFORE_KILL = 30;

    /** Then a new folder is begun, because the whole folder is checked after each kill. */
    private static final int KILLS_OF_FOLDER = 10;

    @TempDir
    Path folders;

    @Test
    void no_source_is_lost_and_nothing_is_derived_twice_after_kill_9() throws Exception {
        long seed = Long.getLong("daybook.seed", System.nanoTime());
        Random random = new Random(seed);
        Set<String> acknowledged = new HashSet<>();
        int derivedBeforeKill = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            Path folder = folders.resolve("folder-" + kill / KILLS_OF_FOLDER);
            if (kill % KILLS_OF_FOLDER == 0) {
                acknowledged.clear();
            }
            // The last one has written enough to have derived something.
            int batches = kill == KILLS - 1 ? MAX_BATCHES_BEFORE_KILL : 1 + random.nextInt(MAX_BATCHES_BEFORE_KILL);
            // The one that is killed has the odd edition, which fails now and then; the next one does not.
            deriveAndKill(folder, 2 * kill + 1, batches, acknowledged);
            try (LocalDaybook daybook = KilledConsolidator.open(folder, 2 * kill + 2)) {
                Set<String> found = new HashSet<>();
                for (String user : KilledConsolidator.USERS) {
                    Memory memory = daybook.user(user);
                    List<Entry> before = entries(memory);
                    found.addAll(wholeBatches(of(Episode.class, before)));
                    nothingIsThereTwice(before);
                    derivedBeforeKill += of(Fact.class, before).size();

                    memory.consolidate();

                    List<Entry> after = entries(memory);
                    assertThat(of(Episode.class, after)).isEqualTo(of(Episode.class, before));
                    nothingIsThereTwice(after);
                    everythingIsDerived(memory, after);
                    assertThat(memory.consolidate())
                            .extracting(DerivationOutcome::detail)
                            .isEmpty();
                    assertThat(entries(memory)).isEqualTo(after);
                }
                assertThat(found).as("kill %d, seed %d", kill, seed).containsAll(acknowledged);
                assertThat(daybook.maintenance().check(false).findings())
                        .as("kill %d, seed %d", kill, seed)
                        .allMatch(finding -> !finding.level().name().equals("FAIL"));
            } catch (AssertionError failure) {
                throw new AssertionError("kill " + kill + ", seed " + seed + ": " + failure.getMessage(), failure);
            }
        }
        assertThat(derivedBeforeKill).isPositive();
    }

    private static void deriveAndKill(Path folder, int edition, int batches, Set<String> acknowledged)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        TestClassPath.get(),
                        KilledConsolidator.class.getName(),
                        folder.toString(),
                        Integer.toString(edition))
                // It warns of each answer that the model did not give.
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (int i = 0; i < batches; i++) {
                String batch = output.readLine();
                assertThat(batch).as("the process ended by itself").isNotNull();
                acknowledged.add(batch);
            }
            // Through the handle, which leaves the pipe open: lines written before its death were acknowledged too.
            process.toHandle().destroyForcibly();
            output.lines().filter(line -> line.length() == 36).forEach(acknowledged::add);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static Set<String> wholeBatches(List<Episode> episodes) {
        Map<String, List<Episode>> batches = episodes.stream().collect(groupingBy(KillDuringConsolidationTest::batch));
        assertThat(batches.values()).allMatch(parts -> parts.size() == KilledConsolidator.EPISODES);
        return batches.keySet();
    }

    private static String batch(Episode episode) {
        String text = episode.messages().get(0).text();
        return text.substring(text.lastIndexOf(' ') + 1, text.lastIndexOf('-'));
    }

    /** At any moment: one fact per episode and one gist per session, which covers exactly the messages that it lists. */
    private static void nothingIsThereTwice(List<Entry> entries) {
        assertThat(of(Fact.class, entries)).extracting(Fact::sources).doesNotHaveDuplicates();
        assertThat(of(Summary.class, entries)).extracting(Summary::session).doesNotHaveDuplicates();
        assertThat(of(Summary.class, entries)).allSatisfy(gist -> {
            List<Episode> covered = session(entries, gist).stream()
                    .filter(episode -> episode.position() <= gist.upTo())
                    .toList();
            assertThat(gist.covers()).extracting(EntryRef::id).containsExactlyElementsOf(ids(covered));
            assertThat(covered).last().extracting(Episode::position).isEqualTo(gist.upTo());
        });
    }

    private static void everythingIsDerived(Memory memory, List<Entry> entries) {
        List<Episode> episodes = of(Episode.class, entries);
        List<Fact> facts = of(Fact.class, entries);
        assertThat(facts.stream().flatMap(fact -> fact.sources().stream()).map(EntryRef::id))
                .containsExactlyInAnyOrderElementsOf(ids(episodes));
        // A process that is killed early has written nothing of one user.
        assertThat(facts).extracting(Fact::method).allMatch(SummaryMethod.MODEL::equals);
        Set<String> sessions = episodes.stream().map(Episode::session).collect(toSet());
        List<Summary> gists = of(Summary.class, entries);
        assertThat(gists).extracting(Summary::session).hasSameElementsAs(sessions);
        assertThat(gists).allSatisfy(gist -> {
            assertThat(gist.method()).isEqualTo(SummaryMethod.MODEL);
            assertThat(gist.covers()).hasSameSizeAs(session(entries, gist));
            // Messages that the model has covered are not sent again: each version of the gist goes further.
            assertThat(memory.session(String.valueOf(gist.session())).summaryHistory())
                    .filteredOn(version -> version.method() == SummaryMethod.MODEL)
                    .extracting(Summary::upTo)
                    .isSorted()
                    .doesNotHaveDuplicates();
        });
    }

    private static List<Entry> entries(Memory memory) {
        try (var entries = memory.archive().exportAll()) {
            return entries.sorted(Comparator.comparing(Entry::position)).toList();
        }
    }

    private static <T extends Entry> List<T> of(Class<T> kind, List<Entry> entries) {
        return entries.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static List<Episode> session(List<Entry> entries, Summary gist) {
        return of(Episode.class, entries).stream()
                .filter(episode -> String.valueOf(gist.session()).equals(episode.session()))
                .toList();
    }

    private static List<String> ids(List<Episode> episodes) {
        return episodes.stream().map(Episode::id).toList();
    }
}

package dev.daybook.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.replay.ReplayComparison.Compared;
import dev.daybook.replay.ReplayComparison.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Replays the recorded runs that lie beside the working copy; they are not ours, so they are not in it. */
class RecordedRunsTest {

    /** Names another folder than {@code ../shared/replay}. */
    private static final String FOLDER = "daybook.recorded.runs";

    /** Seeds that are replayed; the others follow with the features that they need. */
    private static final Set<String> SEEDS = Set.of("inmemory", "chroma", "lyra", "haema", "restai");

    /** Asks for the bank of another project, as its note says, but its arguments do not say of which. */
    private static final Map<String, Integer> UNANSWERABLE = Map.of("bnk-head-render.json", 21);

    @Test
    void every_step_that_is_to_be_copied_is_answered_as_recorded() throws Exception {
        List<Path> files = files();

        for (Path file : files) {
            List<Compared> compared = ReplayComparison.compare(ReplayComparison.seedOf(file), file);
            Integer unanswerable = UNANSWERABLE.get(String.valueOf(file.getFileName()));
            assertThat(compared)
                    .filteredOn(step -> unanswerable == null || step.step() != unanswerable)
                    .as(file.toString())
                    .allMatch(step -> step.verdict() == Verdict.AGREES || step.verdict() == Verdict.TO_BE_JUDGED);
        }
    }

    private static List<Path> files() throws Exception {
        String named = System.getProperty(FOLDER);
        Path folder = named == null ? root().resolveSibling("shared").resolve("replay") : Path.of(named);
        Assumptions.assumeTrue(
                Files.isDirectory(folder),
                "skipped: no recorded runs in ../shared/replay; -D" + FOLDER + "=FOLDER names another");
        try (Stream<Path> all = Files.list(folder)) {
            List<Path> files = all.filter(file -> file.toString().endsWith(".json"))
                    .filter(file -> SEEDS.contains(ReplayComparison.seedOf(file)))
                    .sorted()
                    .toList();
            assertThat(files).as("recorded runs in %s", folder).isNotEmpty();
            return files;
        }
    }

    /** The nearest folder upwards that has the launcher. */
    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder.getParent() != null && !Files.isRegularFile(folder.resolve("daybook"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}

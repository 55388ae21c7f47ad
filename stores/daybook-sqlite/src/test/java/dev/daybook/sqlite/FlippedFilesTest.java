package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.error.StoreException;
import dev.daybook.outcome.HealthReport;
import dev.daybook.query.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One bit anywhere in any file is flipped, or a file is cut off: the store answers as before, repairs itself, or says that it
 * is damaged, at the opening, at the read or in its check. No answer is silently another.
 */
class FlippedFilesTest {

    /** In each file of a closed store and of a killed one; {@code .ci/nightly} asks for 500. */
    private static final int FLIPS = Integer.getInteger("daybook.flips", 12);

    private static final int CUT_OFF = 10;
    private static final int STEPS = 40;
    private static final int SHOWN = 5;
    private static final List<String> QUERIES = List.of("word7", "word13 word800", "object 5", "word500");

    private final long seed = Long.getLong("daybook.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final WriterScript script = new WriterScript(1, 0, STEPS);
    private final Map<String, Integer> outcomes = new TreeMap<>();

    @TempDir
    Path temporary;

    private Path closed;
    private Path killed;

    @BeforeEach
    void write() throws IOException {
        closed = temporary.resolve("closed");
        killed = Files.createDirectory(temporary.resolve("killed"));
        try (Daybook daybook = open(closed)) {
            for (WriterScript.Step step : script.steps()) {
                step.apply(daybook.user("user0"));
            }
            // The copied files of an open store are in the state that a killed process leaves.
            copy(closed, killed);
        }
    }

    private static LocalDaybook open(Path folder) {
        return Daybook.builder(folder).noEmbedder().background(false).open();
    }

    @Test
    void no_flipped_bit_and_no_cut_off_file_gives_another_answer_in_silence() throws IOException {
        List<String> silent = new ArrayList<>();
        for (Path origin : List.of(closed, killed)) {
            for (Path file : files(origin)) {
                byte[] bytes = Files.readAllBytes(file);
                for (int flip = 0; flip < FLIPS && bytes.length > 0; flip++) {
                    int at = random.nextInt(bytes.length);
                    byte[] flipped = bytes.clone();
                    flipped[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                    silent.addAll(verdict(origin, file, flipped, "bit at " + at));
                }
                for (int cut = 0; cut < Math.max(1, FLIPS / CUT_OFF) && bytes.length > 0; cut++) {
                    int length = random.nextInt(bytes.length);
                    silent.addAll(verdict(origin, file, Arrays.copyOf(bytes, length), "cut off at " + length));
                }
            }
        }
        System.out.println("flipped bits and cut off files: " + outcomes);
        assertThat(silent.stream().limit(SHOWN)).as("seed %d", seed).isEmpty();
        assertThat(outcomes.keySet()).as("outcomes").hasSizeGreaterThan(1);
    }

    private List<String> verdict(Path origin, Path file, byte[] bytes, String what) throws IOException {
        Path folder = Files.createDirectories(temporary.resolve("damaged"));
        copy(origin, folder);
        Files.write(folder.resolve(file.getFileName()), bytes);
        String name = file.getFileName().toString().replaceAll("-[0-9a-f]{16}", "");
        String outcome = outcome(folder, name.endsWith("-wal"));
        outcomes.merge(origin.getFileName() + " " + name + " " + outcome, 1, Integer::sum);
        return outcome.equals("SILENT")
                ? List.of(origin.getFileName() + " " + name + " of " + bytes.length + " bytes, " + what)
                : List.of();
    }

    private String outcome(Path folder, boolean isLog) {
        boolean opened = false;
        try (LocalDaybook daybook = open(folder)) {
            opened = true;
            String answers = answers(daybook.user("user0"));
            boolean same = answers.equals(expected(closed));
            List<HealthReport.Finding> findings =
                    daybook.maintenance().check(true).findings();
            boolean reported = findings.stream().anyMatch(finding -> finding.level() != HealthReport.Level.OK);
            if (same) {
                return "same answers";
            }
            // A log looks the same after a lost last transaction and after one that never ended (decision 54).
            boolean withoutEnd = isLog && isBeginning(WriterScript.texts(daybook.user("user0")));
            return reported ? "reported by the check" : withoutEnd ? "without the end of the log" : "SILENT";
        } catch (StoreException refused) {
            return opened ? "named at the read" : "refused";
        }
    }

    private boolean isBeginning(Map<String, String> texts) {
        return Stream.iterate(0, count -> count + 1).limit(STEPS).anyMatch(count -> texts.equals(script.after(count)));
    }

    private String expectedAnswers = "";

    private String expected(Path origin) {
        if (expectedAnswers.isEmpty()) {
            try (Daybook daybook = open(origin)) {
                expectedAnswers = answers(daybook.user("user0"));
            }
        }
        return expectedAnswers;
    }

    private static String answers(Memory memory) {
        StringBuilder answers = new StringBuilder(WriterScript.texts(memory).toString());
        for (String query : QUERIES) {
            memory.recall(Query.of(query).limit(STEPS))
                    .forEach(hit -> answers.append(hit.entry().id()).append(' '));
        }
        memory.sessions()
                .forEach(session -> memory.session(session.id()).turns(STEPS).forEach(turn -> answers.append(turn)));
        return answers.append(memory.blocks().list()).toString();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !file.getFileName().toString().equals("lock"))
                    .sorted()
                    .toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path old : files(to)) {
            Files.delete(old);
        }
        Files.deleteIfExists(to.resolve("lock"));
        for (Path file : files(from)) {
            Files.copy(file, to.resolve(file.getFileName()));
        }
    }
}

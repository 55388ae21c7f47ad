package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks for text that no file of this repository may contain. */
class RepositoryTextTest {

    /** A folder of the machines that build this; at the beginning of a path only. */
    private static final Pattern MACHINE_PATH = Pattern.compile("(?<![A-Za-z0-9_.-])/(?:work|root|farm)/");

    /** The registry of packages is a setting of the machine, not of this repository. */
    private static final Pattern REGISTRY_HOST = Pattern.compile("repo1?\\.maven(?:\\.apache)?\\.org|pypi\\.org"
            + "|registry\\.npmjs\\.org|(?:deb|security)\\.debian\\.org");

    /** Far fewer than there are: to read none is to find none. */
    private static final int MIN_FILES = 50;

    private static final int MIN_RUNS = 100_000;

    @TempDir
    Path scratch;

    @Test
    void no_file_holds_eight_words_in_a_row_of_the_evaluation_data() throws Exception {
        WorkingCopy workingCopy = WorkingCopy.here();
        Optional<EvaluationData> data = EvaluationData.near(workingCopy);
        Assumptions.assumeTrue(
                data.isPresent(),
                "skipped: no evaluation data in ../shared/data; -D" + EvaluationData.FOLDER + "=FOLDER names another");
        WordRuns runs = data.orElseThrow().wordRuns();
        assertThat(runs.size()).isGreaterThan(MIN_RUNS);

        assertThat(copies(textFiles(workingCopy), runs)).isEmpty();
    }

    @Test
    void no_file_holds_a_path_of_a_build_machine() throws Exception {
        assertThat(matches(textFiles(WorkingCopy.here()), MACHINE_PATH)).isEmpty();
    }

    @Test
    void no_file_names_the_host_of_a_registry() throws Exception {
        assertThat(matches(textFiles(WorkingCopy.here()), REGISTRY_HOST)).isEmpty();
    }

    @Test
    void a_planted_text_is_found_in_any_layout() throws Exception {
        WordRuns runs = dataOf("{\"text\":\"Seven green herons stood on the old harbour wall\"}");
        Path copy = write("Copy.java", "// Six.\n// seven GREEN herons,\n//  stood on the \"old\" harbour!\n");

        assertThat(copies(List.of(copy), runs))
                .containsExactly("Copy.java:2: seven green herons stood on the old harbour");
    }

    @Test
    void imports_and_numbers_without_a_user_are_of_the_anonymous_scope() throws Exception {
        WordRuns runs = dataOf("{\"text\":\"import java.util.List; import java.util.Map; import java.util.Set;\"}\n"
                + "{\"text\":\"1 2 3 4 5 6 7 8\"}");
        Path file = write(
                "Copy.java",
                "import java.util.List;\nimport java.util.Map;\nimport java.util.Set;\n\n// 1 2 3 4 5 6 7 8\n");
        Path copy = write("Text.java", "// import java util List import java util Map import java\n");

        assertThat(copies(List.of(file), runs)).isEmpty();
        assertThat(copies(List.of(copy), runs)).isNotEmpty();
    }

    @Test
    void a_planted_text_is_found_in_any_field_of_a_question() throws Exception {
        WordRuns runs = dataOf("{\"qid\":\"q\",\"corrected\":{\"answer\":\"she keeps nine bees in a blue box\"}}");
        Path copy = write("notes.md", "Here she keeps nine bees in a blue box.");

        assertThat(copies(List.of(copy), runs)).hasSize(1);
    }

    @Test
    void seven_words_are_no_copy_and_a_run_ends_with_its_text() throws Exception {
        WordRuns runs = dataOf("{\"text\":\"one small boat came in\"}\n{\"text\":\"with the morning tide and a fog\"}");
        Path file = write("notes.md", "one small boat came in with the morning tide and a fog");

        assertThat(runs.size()).isZero();
        assertThat(copies(List.of(file), runs)).isEmpty();
    }

    @Test
    void a_planted_path_or_host_is_found_with_its_line() throws Exception {
        Path file = write(
                "run.sh", "true\ncd /" + "work/main\ncurl https://repo1." + "maven.org/x https://example.org/work/x");

        assertThat(matches(List.of(file), MACHINE_PATH)).containsExactly("run.sh:2: cd /" + "work/main");
        assertThat(matches(List.of(file), REGISTRY_HOST)).hasSize(1);
    }

    private static List<Path> textFiles(WorkingCopy workingCopy) throws IOException, InterruptedException {
        List<Path> files = workingCopy.textFiles();
        assertThat(files).hasSizeGreaterThan(MIN_FILES);
        return files;
    }

    private static List<String> copies(List<Path> files, WordRuns runs) throws IOException {
        List<String> copies = new ArrayList<>();
        for (Path file : files) {
            String text = text(file);
            WordRuns.eachRun(text, (hash, begin, end) -> {
                if (runs.contains(hash) && hasLetters(text, begin, end) && !areImports(text, begin, end)) {
                    String words = text.substring(begin, end).replaceAll("[^\\p{L}\\p{Nd}]+", " ");
                    copies.add(place(file, text, begin) + words.toLowerCase(Locale.ROOT));
                }
            });
        }
        return copies;
    }

    /** A row of numbers is in every table. */
    private static boolean hasLetters(String text, int begin, int end) {
        return text.substring(begin, end).codePoints().anyMatch(Character::isLetter);
    }

    /** The evaluation data has Java programs too, whose imports are everybody's. */
    private static boolean areImports(String text, int begin, int end) {
        return text.substring(text.lastIndexOf('\n', begin) + 1, end)
                .lines()
                .allMatch(line -> line.startsWith("import"));
    }

    private static List<String> matches(List<Path> files, Pattern pattern) throws IOException {
        List<String> matches = new ArrayList<>();
        for (Path file : files) {
            String text = text(file);
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                String line = text.substring(text.lastIndexOf('\n', matcher.start()) + 1)
                        .lines()
                        .findFirst()
                        .orElse("");
                matches.add(place(file, text, matcher.start()) + line.strip());
            }
        }
        return matches;
    }

    private static String place(Path file, String text, int at) {
        long line = 1
                + text.substring(0, at)
                        .chars()
                        .filter(character -> character == '\n')
                        .count();
        return file.getFileName() + ":" + line + ": ";
    }

    /** Never fails on a byte: a file that is not quite UTF-8 is searched all the same. */
    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private WordRuns dataOf(String lines) throws IOException {
        Path folder = Files.createDirectories(scratch.resolve("data/some"));
        Files.writeString(folder.resolve("conversations.jsonl"), lines);
        return new EvaluationData(scratch.resolve("data")).wordRuns();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(scratch.resolve(name), text);
    }
}

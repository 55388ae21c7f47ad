package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that every test named in predecessors/daybook-replay/REQUIREMENTS.md exists and that no requirement is missing. */
class RequirementsPageTest {

    private static final String PAGE = "predecessors/daybook-replay/REQUIREMENTS.md";
    private static final Pattern ROW = Pattern.compile("^\\| ([A-Z]{3}-\\d{2}) \\|(.*)\\|$", Pattern.MULTILINE);
    private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");

    private static final Pattern TEST_ANNOTATION = Pattern.compile("@(?:Test|ParameterizedTest|RepeatedTest)\\b");

    /** The number of requirements of each part. */
    private static final Map<String, Integer> PARTS =
            Map.of("TYP", 10, "CHR", 35, "INM", 37, "FCT", 15, "CON", 7, "LYR", 27, "HAE", 38, "BNK", 32);

    private final WorkingCopy workingCopy = WorkingCopy.here();

    @Test
    void every_requirement_has_one_row() throws Exception {
        List<String> expected = PARTS.entrySet().stream()
                .flatMap(part -> IntStream.rangeClosed(1, part.getValue())
                        .mapToObj(number -> String.format("%s-%02d", part.getKey(), number)))
                .toList();

        assertThat(rows()).extracting(row -> row.group(1)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void every_row_names_a_test() throws Exception {
        assertThat(rows()).allMatch(row -> TEST.matcher(row.group(2)).find());
    }

    @Test
    void every_test_that_is_named_is_there() throws Exception {
        Map<String, String> tests = tests();
        List<String> missing = new ArrayList<>();
        TEST.matcher(workingCopy.read(PAGE))
                .results()
                .filter(test -> !isThere(tests.getOrDefault(test.group(1), ""), test.group(2)))
                .forEach(test -> missing.add(test.group()));

        assertThat(missing).isEmpty();
    }

    /** A test is a method with its annotations right above it. */
    private static boolean isThere(String source, String method) {
        int at = source.indexOf(" void " + method + "(");
        return at >= 0
                && TEST_ANNOTATION
                        .matcher(source.substring(source.lastIndexOf("\n\n", at), at))
                        .find();
    }

    private List<MatchResult> rows() throws IOException {
        String page = workingCopy.read(PAGE);
        String table = page.substring(page.indexOf("\n## Requirement by requirement\n"));
        return ROW.matcher(table).results().toList();
    }

    /** The source of every test by the name of its class; two of one name are looked through together. */
    private Map<String, String> tests() throws IOException, InterruptedException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> files = workingCopy.textFiles().stream()) {
            for (Path file : files.filter(RequirementsPageTest::mayHoldTests).toList()) {
                String name = String.valueOf(file.getFileName()).replace(".java", "");
                sources.merge(name, Files.readString(file, StandardCharsets.UTF_8), String::concat);
            }
        }
        return sources;
    }

    private static boolean mayHoldTests(Path file) {
        String path = file.toString();
        return path.endsWith(".java")
                && (path.contains("/src/test/") || path.matches(".*/daybook-(testkit|contract)/src/main/.*"));
    }
}

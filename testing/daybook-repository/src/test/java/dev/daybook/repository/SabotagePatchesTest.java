package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each patch of {@code .ci/sabotages} fits the code it breaks; nightly shows that its tests then fail. */
class SabotagePatchesTest {

    private static final WorkingCopy WORKING_COPY = WorkingCopy.here();

    /** The twelve that reliability.md promises, and more. */
    private static final int MIN = 12;

    static List<Path> patches() throws IOException {
        try (Stream<Path> files = Files.list(WORKING_COPY.root().resolve(".ci/sabotages"))) {
            return files.filter(file -> file.toString().endsWith(".patch"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void there_are_at_least_twelve() throws IOException {
        assertThat(patches()).hasSizeGreaterThanOrEqualTo(MIN);
    }

    @ParameterizedTest
    @MethodSource("patches")
    void a_patch_names_its_promise_and_its_tests(Path patch) throws IOException {
        assertThat(Files.readAllLines(patch))
                .anyMatch(line -> line.startsWith("why: "))
                .anyMatch(line -> line.startsWith("module: "))
                .anyMatch(line -> line.startsWith("tests: "));
    }

    @ParameterizedTest
    @MethodSource("patches")
    void a_patch_finds_the_lines_that_it_replaces(Path patch) throws IOException {
        String file = "";
        List<String> old = new ArrayList<>();
        int replaced = 0;
        for (String line : Files.readAllLines(patch)) {
            if (line.startsWith("diff ") || line.startsWith("@@")) {
                replaced += requireIn(file, old);
                old.clear();
            } else if (line.startsWith("--- a/")) {
                file = line.substring("--- a/".length());
            } else if (!file.isEmpty() && !line.startsWith("+") && !line.startsWith("\\")) {
                old.add(line.isEmpty() ? "" : line.substring(1));
            }
        }
        assertThat(replaced + requireIn(file, old)).isPositive();
    }

    /** Returns the number of places: 0 without lines. */
    private static int requireIn(String file, List<String> lines) throws IOException {
        if (lines.isEmpty()) {
            return 0;
        }
        assertThat(WORKING_COPY.read(file)).contains(String.join("\n", lines));
        return 1;
    }
}

package dev.daybook.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A regular expression that is made where it is used escapes the tests of the patterns, and is compiled at every call. */
class InlinePatternsTest {

    /** They run on the texts of tests and of measurements. */
    private static final Set<String> NOT_SHIPPED = Set.of("daybook-testkit", "daybook-contract", "daybook-bench");

    @Test
    void no_module_that_is_shipped_has_one() throws Exception {
        List<Path> modules;
        try (Stream<Path> folders = Files.walk(Path.of("..", ".."), 2)) {
            modules = folders.filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
                    .filter(folder -> !NOT_SHIPPED.contains(folder.getFileName().toString()))
                    .toList();
        }
        List<String> found = new ArrayList<>();
        for (Path module : modules) {
            for (Path source : sources(module)) {
                PatternContract.inline(Files.readString(source))
                        .forEach(each -> found.add(source.getFileName() + ": " + each));
            }
        }

        assertThat(modules).hasSizeGreaterThan(5);
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text.replaceAll(\"a+\", \"\")",
                "text.matches(\"a+\")",
                "text.split(\"a+\")",
                "text.replaceFirst(\"a+\", b)"
            })
    void one_is_found(String source) {
        assertThat(PatternContract.inline(source)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text.split(\" \")", "A.matcher(text).replaceAll(\"$1\")", "text.split(\",\", 2)"})
    void a_single_character_is_none(String source) {
        assertThat(PatternContract.inline(source)).isEmpty();
    }

    private static List<Path> sources(Path module) throws IOException {
        try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }
}

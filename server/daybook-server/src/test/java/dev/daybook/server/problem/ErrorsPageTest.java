package dev.daybook.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/errors.md} has a row of each problem that the sources create. */
class ErrorsPageTest {

    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Pattern CREATED =
            Pattern.compile("new Problem\\(\\s*(\\d{3}),\\s*\"(\\w+)\",\\s*(?:\"([^\"]+)\"|PROTECTED)");
    private static final Pattern ROW =
            Pattern.compile("^\\| (\\d{3}) \\| `(\\w+)` \\| ([^|]+) \\| [^|]+ \\|$", Pattern.MULTILINE);

    private static TreeSet<String> found(Pattern pattern, String text) {
        TreeSet<String> found = new TreeSet<>();
        pattern.matcher(text)
                .results()
                .forEach(each -> found.add(each.group(1)
                        + ' '
                        + each.group(2)
                        + ' '
                        + (each.group(3) == null ? "Protected entry" : each.group(3))));
        return found;
    }

    @Test
    void the_page_has_a_row_of_every_problem_and_no_other() throws IOException {
        TreeSet<String> created = new TreeSet<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> created.addAll(found(CREATED, read(file))));
        }

        assertThat(created).hasSizeGreaterThan(15);
        assertThat(found(ROW, Files.readString(Path.of("..", "..", "docs", "errors.md"))))
                .isEqualTo(created);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A memory of another program, imported by the command line into a folder of its own. */
record ForeignMemory(TestShell shell, String format, String from) {

    /** What the original wrote; {@code make_samples.py} beside it says how. */
    static Path sample(String name) {
        try {
            return Path.of(ForeignMemory.class.getResource("/importing/" + name).toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    static ForeignMemory sample(Path temporary, String format, String name) {
        return new ForeignMemory(
                new TestShell(temporary.resolve("memory")), format, sample(name).toString());
    }

    Run take(String... options) {
        return shell.run(words(List.of("import", "--from", format, from), options));
    }

    /** The lines that an export of everything in a space gives. */
    List<String> exported(String... options) {
        return shell.run(words(List.of("export", "--all-scopes"), options))
                .out()
                .lines()
                .toList();
    }

    /** Imports it twice and checks that the second time wrote nothing. */
    void assertThatASecondTimeWritesNothing(int entries, String... space) {
        assertThat(take(space).exit()).isEqualTo(ExitCode.DONE);
        List<String> before = exported(space);
        Run again = take(words(List.of("--json"), space));

        assertThat(again.exit()).isEqualTo(ExitCode.DONE);
        assertThat(again.json())
                .containsEntry("new", 0L)
                .containsEntry("unchanged", (long) entries)
                .containsEntry("changed", 0L)
                .containsEntry("bad", 0L);
        assertThat(exported(space)).isEqualTo(before).hasSizeGreaterThan(entries);
    }

    /** The size, the time and the name of every file in it, to see that nothing was touched. */
    Map<String, String> files() {
        try (Stream<Path> files = Files.walk(Path.of(from))) {
            Map<String, String> found = new TreeMap<>();
            for (Path file : files.toList()) {
                found.put(file.toString(), Files.size(file) + " " + Files.getLastModifiedTime(file));
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String[] words(List<String> first, String... more) {
        return Stream.concat(first.stream(), Arrays.stream(more)).toArray(String[]::new);
    }
}

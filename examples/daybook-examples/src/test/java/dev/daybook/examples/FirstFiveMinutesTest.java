package dev.daybook.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the program as a newcomer does, in a process and a folder of its own. */
class FirstFiveMinutesTest {

    private static final Path README = Path.of("..", "..", "README.md");

    @TempDir
    Path folder;

    @Test
    void it_prints_remembered_entries_and_leaves_a_memory_behind() throws Exception {
        Run run = run();

        assertThat(run.exitCode()).as(run.errors()).isZero();
        assertThat(run.output()).contains("Lisbon");
        assertThat(folder.resolve("memory").resolve("daybook.db")).isNotEmptyFile();
    }

    @Test
    void its_output_is_that_of_the_readme() throws Exception {
        String output = run().output().replace(System.lineSeparator(), "\n").strip();

        assertThat(withoutTime(Files.readString(README))).contains("```text\n" + withoutTime(output) + "\n```");
    }

    /** The program prints the time of its own write. */
    private static String withoutTime(String text) {
        return text.replaceAll("\\[[0-9-]+ [0-9:]+ \\S+, session", "[TIME, session");
    }

    @Test
    void it_runs_a_second_time_in_the_same_folder() throws Exception {
        run();

        Run second = run();

        assertThat(second.exitCode()).as(second.errors()).isZero();
        assertThat(second.output()).contains("Lisbon");
    }

    private Run run() throws Exception {
        Path output = folder.resolve("output.txt");
        int exitCode = ExampleProgram.run(ExampleProgram.of(FirstFiveMinutes.class, folder, List.of())
                // The class path of the examples has the API of SLF4J, which warns there that it has no provider.
                .redirectError(folder.resolve("errors.txt").toFile())
                .redirectOutput(output.toFile()));
        return new Run(
                exitCode,
                Files.readString(output, StandardCharsets.UTF_8),
                Files.readString(folder.resolve("errors.txt"), StandardCharsets.UTF_8));
    }

    private record Run(int exitCode, String output, String errors) {}
}

package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.terminal.CheckedStreams;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckedStreamsTest {

    @TempDir
    Path temporary;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void a_reader_that_went_away_ends_the_command_quietly() {
        assertThat(run("Broken pipe", "remember", "hello")).isEqualTo(ExitCode.DONE);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void a_reader_that_went_away_in_the_middle_of_a_long_answer_ends_the_command_quietly() {
        fill();

        assertThat(run("Broken pipe", "export")).isEqualTo(ExitCode.DONE);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void an_answer_that_cannot_be_written_is_a_failure_told_once() {
        fill();

        for (String command : new String[] {"export", "sessions", "--help"}) {
            err.reset();
            assertThat(run("No space left on device", command)).isEqualTo(ExitCode.FAILED);
            assertThat(err.toString(StandardCharsets.UTF_8))
                    .endsWith("daybook: cannot write the answer: No space left on device\n")
                    .containsOnlyOnce("No space left on device");
        }
    }

    private void fill() {
        new TestShell(temporary).input("many words ".repeat(20_000)).run("remember", "-");
    }

    private int run(String failure, String... command) {
        OutputStream failing = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException(failure);
            }
        };
        CommandTerminal terminal = new CommandTerminal(
                new ByteArrayInputStream(new byte[0]),
                CheckedStreams.printing(failing),
                CheckedStreams.printing(err),
                "",
                80,
                Map.of("DAYBOOK_DATA", temporary.toString()));
        return CommandRunner.run(terminal, command);
    }
}

package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsTest {

    @TempDir
    Path temporary;

    @Test
    void a_reader_that_went_away_ends_the_command_quietly() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int exit = run("Broken pipe", err);

        assertThat(exit).isEqualTo(Exit.DONE);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void an_answer_that_cannot_be_written_is_a_failure() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int exit = run("No space left on device", err);

        assertThat(exit).isEqualTo(Exit.FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("No space left on device");
    }

    private int run(String failure, ByteArrayOutputStream err) {
        OutputStream failing = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException(failure);
            }
        };
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                Streams.printing(failing),
                Streams.printing(err),
                "",
                80,
                Map.of());
        return Cli.run(terminal, "remember", "hello", "--data", temporary.toString(), "--embedder", "none");
    }
}

package dev.daybook.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.server.Main;
import dev.daybook.server.channel.CommandChannel;
import dev.daybook.server.cli.options.EmbedderOption;
import dev.daybook.server.cli.terminal.CheckedStreams;
import dev.daybook.server.cli.terminal.CommandTerminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text that comes through a pipe, into a command of its own process and into one that goes to a server. */
@Timeout(120)
@SuppressWarnings("try") // the door works by being there
class PipedInputTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "remember -",
                "context -",
                "blocks set persona -",
                "notes add -",
                "bank add -",
                "import -",
                "verify-erasure --texts -"
            })
    void every_command_takes_text_from_its_input_with_and_without_a_server(String command) {
        String text = command.startsWith("import") ? "{\"kind\":\"episode\",\"input\":\"hi\"}\n" : "hi there\n";
        TestShell shell = new TestShell(folder).input(text);
        shell.run("remember", "first");

        assertThat(shell.run(command.split(" ")).exit()).as("alone").isZero();
        try (LocalDaybook served = Daybook.builder(folder).noEmbedder().open();
                CommandChannel commandChannel =
                        new CommandChannel(folder, new CommandHost(served, folder, EmbedderOption.NONE))) {
            assertThat(shell.run(command.split(" ")).exit()).as("with a server").isZero();
        }
    }

    /** Commands read the same stream of the process, so one of them shows that it can be a pipe. */
    @Test
    void text_from_a_pipe_is_remembered_unchanged_with_and_without_a_server() throws Exception {
        assertThat(piped("Grüße\naus der Röhre\n")).as("alone").isZero();
        try (LocalDaybook served = Daybook.builder(folder).noEmbedder().open();
                CommandChannel commandChannel =
                        new CommandChannel(folder, new CommandHost(served, folder, EmbedderOption.NONE))) {
            assertThat(piped("Grüße\ndurch den Server\n")).as("with a server").isZero();
        }

        assertThat(new TestShell(folder)
                        .run("history", "--session", "default", "--json")
                        .list("messages"))
                .extracting(message -> message.get("text"))
                .containsExactly("Grüße\naus der Röhre", "Grüße\ndurch den Server");
    }

    @Test
    void a_command_that_reads_no_input_leaves_it_to_the_next() throws Exception {
        try (LocalDaybook served = Daybook.builder(folder).noEmbedder().open();
                CommandChannel commandChannel =
                        new CommandChannel(folder, new CommandHost(served, folder, EmbedderOption.NONE))) {
            InputStream lines = new ByteArrayInputStream("two\nthree\n".getBytes(UTF_8));

            assertThat(through(lines, "remember", "one")).isZero();

            assertThat(lines.available()).isEqualTo("two\nthree\n".length());
            assertThat(through(lines, "remember", "-")).isZero();
            assertThat(lines.available()).isZero();
        }
    }

    private int through(InputStream in, String... words) {
        OutputStream nowhere = new ByteArrayOutputStream();
        CommandTerminal terminal = new CommandTerminal(
                in,
                CheckedStreams.printing(nowhere),
                CheckedStreams.printing(nowhere),
                "",
                80,
                Map.of("DAYBOOK_DATA", folder.toString()));
        return CommandRunner.run(terminal, words);
    }

    private int piped(String text) throws Exception {
        Process process = new JavaProgram(Main.class)
                .with("remember", "-", "--data", folder.toString(), "--embedder", "none")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (OutputStream pipe = process.getOutputStream()) {
            pipe.write(text.getBytes(UTF_8));
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}

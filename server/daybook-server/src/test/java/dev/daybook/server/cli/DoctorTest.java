package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.server.channel.RemoteCommand;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.options.EmbedderOption;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.testkit.HashEmbedder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    @Test
    void all_is_well_with_a_store_that_was_just_made() {
        shell.run("remember", "hello");

        Run run = shell.run("doctor");

        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.out())
                .contains("ok    java")
                .contains("ok    store")
                .contains("ok    round trip")
                .doesNotContain("fail");
        assertThat(shell.run("doctor", "--repair", "--json").json()).containsEntry("ok", true);
    }

    @Test
    void a_forwarded_command_uses_the_embedder_of_the_server() {
        try (LocalDaybook served =
                Daybook.builder(shell.folder()).embedder(new HashEmbedder()).open()) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            new CommandHost(served, shell.folder(), EmbedderOption.HASH)
                    .run(
                            new RemoteCommand(List.of("doctor"), "", 80, Map.of(), "/"),
                            InputStream.nullInputStream(),
                            out,
                            OutputStream.nullOutputStream());

            assertThat(out.toString(StandardCharsets.UTF_8))
                    .contains("hash: similar spelling only")
                    .doesNotContain("bundled");
        }
    }

    @Test
    void looking_at_a_folder_that_is_not_there_does_not_make_it() {
        assertThat(shell.run("doctor").exit()).isEqualTo(ExitCode.DONE);
        assertThat(shell.folder()).doesNotExist();
    }

    @Test
    void keys_that_another_program_changed_are_a_finding() throws IOException {
        shell.run("key", "create", "--rights", "read");
        assertThat(shell.run("doctor").out()).contains("ok    keys").contains("1 keys, 1 changes on record");
        Path file = shell.folder().resolve("keys.json");
        Files.writeString(file, Files.readString(file).replace("\"rights\":\"read\"", "\"rights\":\"read,forget\""));

        Run run = shell.run("doctor");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("fail  keys").contains("differs from its last record");
        assertThat(shell.run("key", "log").exit()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void a_store_that_cannot_be_opened_is_a_finding_and_the_rest_is_checked_all_the_same() throws IOException {
        Files.createDirectories(shell.folder());
        Files.writeString(shell.folder().resolve("daybook.db"), "Dear diary, this is no database. ".repeat(100));

        Run run = shell.run("doctor");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("fail  store").contains("ok    round trip");
    }
}

package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.Main;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.testkit.ScriptedModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The language model that is configured, on the command line. */
class ModelCommandsTest {

    @TempDir
    Path temporary;

    private final ScriptedModelServer server = ScriptedModelServer.start();
    private TestShell shell;

    @BeforeEach
    void configure() throws IOException {
        shell = new TestShell(temporary.resolve("memory"));
        Files.createDirectories(shell.folder());
        Files.writeString(
                shell.folder().resolve("daybook.properties"),
                "model.url=" + server.address().resolve("/v1") + "\nmodel.name=small\n");
        shell.variable("DAYBOOK_MODEL_KEY", "sesame");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void it_is_asked_by_consolidate_and_by_nothing_before() {
        server.then("[{\"subject\":\"Ada\",\"predicate\":\"likes\",\"object\":\"tea\",\"confidence\":0.9}]")
                .then("Ada likes tea.");
        shell.run("remember", "Ada likes tea.", "--session", "s1");
        assertThat(server.requests()).isEmpty();

        Run run = shell.run("consolidate");

        assertThat(run.out()).contains("facts: done", "gist s1: done");
        assertThat(server.requests()).hasSize(2);
        assertThat(server.authorizations()).containsOnly("Bearer sesame");
        assertThat(shell.run("facts", "list").out()).contains("Ada likes tea");
        assertThat(shell.run("settings").err()).contains("used 24 tokens today");
        assertThat(shell.run("settings", "--json").json()).containsKey("usage");
    }

    @Test
    void the_token_limit_is_set_and_enforced() {
        shell.run("settings", "models.tokensPerDay=0");
        shell.run("remember", "Ada likes tea.", "--session", "s1");

        Run run = shell.run("consolidate");

        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).contains("facts: fallback", "spent");
        assertThat(server.requests()).isEmpty();
        assertThat(shell.run("settings", "models.tokensPerDay").out().strip()).isEqualTo("0");
        assertThat(shell.run("settings", "models.tokensPerDay=unlimited").out()).contains("=unlimited");
        assertThat(shell.run("settings", "models.tokensPerDay=-1").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("settings", "models.tokensPerDay=much").err()).contains("much", "unlimited");
    }

    @Test
    void notes_are_made_at_once_if_they_are_waited_for() {
        server.then("{\"memories\":[\"Goats give milk.\"],\"coverage\":\"complete\"}");

        Run run = shell.run("notes", "add", "Goats give milk.", "Goats give milk.", "--wait");

        assertThat(run.err()).contains("notes: ");
        assertThat(server.requests()).isNotEmpty();
        assertThat(shell.run("notes", "latest").out()).contains("Goats give milk.");
    }

    @Test
    void a_wrong_configuration_is_reported_by_its_user() throws IOException {
        Files.writeString(shell.folder().resolve("daybook.properties"), "model.url=nowhere\nmodel.kind=abacus\n");

        shell.run("remember", "Ada has a boat.");

        Run run = shell.run("consolidate");

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains("3 problems", "model.url", "model.kind", "DAYBOOK_MODEL_NAME");
        assertThat(shell.run("remember", "Ada likes tea.").exit()).isEqualTo(ExitCode.DONE);
    }

    /** In a process of its own, for only there a library has not been heard before. */
    @Test
    void the_libraries_that_speak_to_models_say_nothing_of_their_own() throws Exception {
        Path err = temporary.resolve("err");
        Process process = new JavaProgram(Main.class)
                .with("remember", "Ada likes tea.", "--data", shell.folder().toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err.toFile())
                .start();

        assertThat(process.waitFor()).isEqualTo(ExitCode.DONE);

        assertThat(Files.readString(err)).doesNotContain("SLF4J");
    }

    @Test
    void a_session_is_marked_private_and_the_bank_leaves_it_out() {
        shell.run("bank", "on");
        String[] said = {
            "remember", "Ada likes tea.", "--user", "ada", "--session", "s1", "--at", "2026-01-05T10:00:00Z"
        };
        shell.run(said);
        assertThat(shell.run("bank", "due").out()).contains("s1");

        Run run = shell.run("sessions", "--private", "s1", "--user", "ada");

        assertThat(run.out()).contains("s1", "private");
        assertThat(shell.run("bank", "due").out()).doesNotContain("s1");
        assertThat(shell.run("sessions", "--public", "s1", "--user", "ada").out())
                .contains("s1")
                .doesNotContain("private");
        assertThat(shell.run("bank", "due").out()).contains("s1");
        assertThat(shell.run("sessions", "--private", "s2", "--user", "ada").exit())
                .isEqualTo(ExitCode.NOT_FOUND);
        assertThat(shell.run("sessions", "--private", "s1", "--public", "s1").exit())
                .isEqualTo(ExitCode.WRONG_USAGE);
    }
}

package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.Main;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server in a process of its own, and the commands beside it. */
@Timeout(120)
class ServeTest {

    /** Of the tests that do the server no harm; each has users of its own. */
    private static ServerProcess shared;

    @TempDir
    Path temporary;

    @BeforeAll
    static void serve(@TempDir Path folder) throws IOException {
        shared = new ServerProcess(folder.resolve("memory"));
    }

    @AfterAll
    static void stop() {
        shared.close();
    }

    private static TestShell shell() {
        return shared.shell();
    }

    private ServerProcess own() throws IOException {
        return new ServerProcess(temporary.resolve("memory"));
    }

    /** A server whose end logs after Java has reset its log manager, as it does when the shutdown begins. */
    static final class LoggingAtItsEnd {

        private LoggingAtItsEnd() {}

        public static void main(String[] arguments) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                LogManager.getLogManager().reset();
                System.getLogger("dev.daybook.server").log(System.Logger.Level.WARNING, "calls were cut off");
            }));
            Main.main(arguments);
        }
    }

    @Test
    void what_the_end_of_a_server_logs_is_in_its_log() throws Exception {
        JavaProgram program = new JavaProgram(LoggingAtItsEnd.class);
        try (ServerProcess server = new ServerProcess(program, temporary.resolve("memory"))) {
            // Process.destroy would close its stderr too.
            server.process.toHandle().destroy();
            server.process.waitFor();
            server.reading.join();

            assertThat(server.told).anySatisfy(line -> assertThat(line).contains("\"message\":\"calls were cut off\""));
        }
    }

    @Test
    void commands_give_the_same_answers_through_the_server_as_without_one() throws Exception {
        TestShell alone = new TestShell(temporary.resolve("alone"));
        String[][] commands = {
            {"remember", "The ferry leaves at nine.", "--id", "e1", "--at", "2026-05-01T10:00:00Z", "--user", "ada"},
            {"recall", "ferry", "--user", "ada"},
            {"recall", "ferry", "--user", "ada", "--json"},
            {"recall", "ferry"},
            {"context", "When does the ferry leave?", "--user", "ada"},
            {"blocks", "set", "persona", "Kind.", "--user", "ada"},
            {"blocks", "set", "persona", "Rude.", "--if-version", "0", "--user", "ada", "--json"},
            {"facts", "list", "--user", "ada"},
            {"sessions", "--user", "ada"},
            {"history", "--session", "none", "--user", "ada"},
            {"export", "--user", "ada"},
            {"settings", "bank.maxTokens=300"},
            {"recall"},
            {"nonsense"},
            {"forget", "--all", "--user", "ada"}
        };
        for (String[] command : commands) {
            Run own = alone.run(command);
            Run through = shell().run(command);
            String words = String.join(" ", command);
            assertThat(through.exit()).as(words).isEqualTo(own.exit());
            // The one was written a moment after the other.
            assertThat(timeless(through.out())).as(words).isEqualTo(timeless(own.out()));
            assertThat(timeless(through.err())).as(words).isEqualTo(timeless(own.err()));
        }
        assertThat(shared.get("/v1/spaces/default/users/ada/episodes/e1").body())
                .contains("ferry");
    }

    private static String timeless(String text) {
        return text.replaceAll("2026-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME");
    }

    @Test
    void optional_classes_are_not_loaded_at_start() throws Exception {
        Path loaded = temporary.resolve("loaded");
        JavaProgram logging = new JavaProgram(Main.class).option("-Xlog:class+load:file=" + loaded + "::filecount=0");
        try (ServerProcess server = new ServerProcess(logging, temporary.resolve("memory"))) {
            assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
        }

        assertThat(Files.readString(loaded))
                .contains("dev.daybook.server.http.HttpServer ")
                // the prompts of language models
                .doesNotContain("dev.daybook.spi.PromptTemplates$Texts")
                // the embedder's runtime, the reader of openapi.yaml
                .doesNotContain("ai.onnxruntime.", "org.snakeyaml.")
                // JMX, and the languages of the world
                .doesNotContain("JmxMBeanServer ", "sun.util.cldr.");
    }

    @Test
    void a_backup_goes_through_the_server_and_a_restore_into_its_folder_is_refused() {
        shell().run("remember", "The ferry leaves at nine.", "--user", "ben");
        Path copy = temporary.resolve("copy.db");

        assertThat(shell().run("backup", copy.toString()).exit()).isZero();

        assertThat(shell().run("restore", copy.toString(), "--replace", "--lock-wait", "0")
                        .exit())
                .isEqualTo(ExitCode.STORE_IN_USE);
        TestShell other = new TestShell(temporary.resolve("other"));
        assertThat(other.run("restore", copy.toString()).exit()).isZero();
        assertThat(other.run("recall", "ferry", "--user", "ben").out()).contains("nine");
    }

    @Test
    void files_are_searched_by_another_process_so_that_the_server_keeps_its_locks() throws Exception {
        try (ServerProcess server = own()) {
            String secret = "The spare key hangs behind the third flower pot.";
            server.shell().run("remember", secret, "--user", "ada", "--session", "keys");

            Run forgotten = server.shell().run("forget", "--session", "keys", "--user", "ada", "--yes", "--prove");
            Run verified = server.shell().input(secret).run("verify-erasure", "--texts", "-");

            assertThat(forgotten.exit()).as(forgotten.out() + forgotten.err()).isEqualTo(ExitCode.DONE);
            assertThat(forgotten.out()).contains("before: found 1").contains("after:  found 0");
            assertThat(verified.exit()).as(verified.out() + verified.err()).isEqualTo(ExitCode.DONE);
            assertThat(verified.out()).contains("1 of 1 forgotten texts searched");
            // Without its door the folder is just one that somebody has open.
            Files.delete(server.folder.resolve("server.json"));
            assertThat(server.shell()
                            .run("recall", "key", "--user", "ada", "--lock-wait", "0")
                            .exit())
                    .isEqualTo(ExitCode.STORE_IN_USE);
        }
    }

    @Test
    void it_says_where_it_is_and_nothing_of_its_libraries() throws Exception {
        try (ServerProcess server = own()) {
            assertThat(server.told).first().asString().startsWith("Daybook serves on http://");
            assertThat(server.told.stream().skip(1))
                    .allMatch(line -> line.startsWith("The memory explorer is the page http://"));
        }
    }

    @Test
    void standard_input_reaches_a_command_in_the_server() {
        String lines = "{\"input\":\"one\"}\n{\"input\":\"two\"}\n";

        Run imported = shell().input(lines).run("import", "-", "--user", "cleo");
        Run asked = shell().input("yes\n").terminal(100).run("forget", "--all", "--user", "cleo");

        assertThat(imported.exit()).as(imported.err()).isEqualTo(ExitCode.DONE);
        assertThat(asked.exit()).as(asked.err()).isEqualTo(ExitCode.DONE);
        assertThat(asked.err()).contains("2 episodes");
    }

    @Test
    void a_large_answer_comes_whole() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            lines.append("{\"input\":\"").append("word ".repeat(100)).append(i).append("\"}\n");
        }
        shell().input(lines.toString()).run("import", "-", "--user", "dan");

        Run export = shell().run("export", "--user", "dan");

        assertThat(export.out().lines()).hasSize(2_000).allMatch(line -> line.endsWith("}"));
    }

    @Test
    void a_key_can_be_made_while_it_runs() throws Exception {
        Run made = shell().run("key", "create", "--rights", "read");

        assertThat(made.exit()).isEqualTo(ExitCode.DONE);
        assertThat(shared.get(
                                "/v1/spaces/default/users/fay/profile",
                                "Authorization",
                                "Bearer " + made.out().strip())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_key_can_have_a_bound_of_trust() {
        Run made = shell().run("key", "create", "--rights", "write", "--trust", "tool", "--json");

        assertThat(made.json().get("trust")).isEqualTo("tool");
        assertThat(shell().run("key", "list").out()).contains("trust tool");
        assertThat(shell().run("key", "create", "--trust", "much").exit()).isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void what_a_key_can_read_is_shown() {
        shell().run("remember", "hello", "--user", "eve");
        shell().run("remember", "hello", "--user", "bob");
        Object ofSpace = shell().run("key", "create", "--json").json().get("id");
        Object ofEve =
                shell().run("key", "create", "--user", "eve", "--json").json().get("id");

        assertThat(shell().run("key", "show", (String) ofSpace).out()).contains("user:eve", "user:bob");
        assertThat(shell().run("key", "show", (String) ofEve).out())
                .contains("user:eve")
                .doesNotContain("bob");
        assertThat(shell().run("key", "show", (String) ofEve, "--json").json()).containsKeys("key", "rights", "spaces");
        assertThat(shell().run("key", "show", "absent").exit()).isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void changes_of_the_keys_are_listed() {
        String id = (String)
                shell().run("key", "create", "--rate", "5", "--json").json().get("id");
        shell().run("key", "revoke", id);

        assertThat(shell().run("key", "list").out()).contains(id).contains("5/s");
        assertThat(shell().run("key", "log").out())
                .contains("created  " + id + "  by " + System.getProperty("user.name"))
                .contains("revoked  " + id);
        assertThat(shell().run("key", "log", "--json").json()).containsEntry("contradiction", null);
        assertThat(shell().run("key", "create", "--rate", "0").exit()).isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void a_client_without_the_secret_of_the_channel_gets_no_answer() throws Exception {
        try (ServerProcess server = own()) {
            String file = Files.readString(server.folder.resolve("server.json"));
            String secret = file.replaceAll("(?s).*\"secret\":\"([0-9a-f]+)\".*", "$1");
            Files.writeString(server.folder.resolve("server.json"), file.replace(secret, "0".repeat(secret.length())));

            Run run = server.shell().run("remember", "x", "--user", "ada", "--lock-wait", "0");

            assertThat(run.exit()).isEqualTo(ExitCode.STORE_IN_USE);
            assertThat(run.err()).contains("is not the server of this folder");
            assertThat(server.get("/v1/spaces/default/users/ada/profile").body())
                    .contains("\"counts\":{}");
        }
    }

    @Test
    void acknowledged_writes_are_there_after_a_shutdown() throws Exception {
        try (ServerProcess server = own()) {
            for (int i = 0; i < 20; i++) {
                HttpResponse<String> written = ServerProcess.send(
                        HttpRequest.newBuilder(URI.create(server.address + "/v1/spaces/default/users/ada/episodes"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString("{\"input\":\"x\"}"))
                                .build());
                assertThat(written.statusCode()).isEqualTo(201);
            }

            server.process.destroy();
            assertThat(server.process.waitFor(30, TimeUnit.SECONDS)).isTrue();

            assertThat(server.folder.resolve("server.json")).doesNotExist();
            assertThat(server.shell()
                            .run("profile", "--user", "ada", "--json")
                            .json()
                            .get("counts"))
                    .hasToString("{episode=20}");
        }
    }

    @Test
    void a_port_in_use_ends_it_with_a_line_that_names_the_port() throws Exception {
        String port = String.valueOf(URI.create(shared.address).getPort());
        Process second = ServerProcess.start(new JavaProgram(Main.class), temporary.resolve("second"), port);

        String said = new String(second.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(second.waitFor()).isEqualTo(ExitCode.FAILED);
        assertThat(said.lines().filter(line -> !line.startsWith("WARNING")))
                .singleElement()
                .asString()
                .contains("port " + port)
                .contains("--port");
    }

    /** As on a full disk: what it writes for the command line cannot be written. */
    @Test
    void a_server_that_cannot_let_commands_in_serves_over_http() throws Exception {
        Files.createDirectories(temporary.resolve("memory/server.json/in the way"));

        try (ServerProcess server = own()) {
            assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
            assertThat(server.told).anyMatch(line -> line.contains("\"warning\"") && line.contains("over HTTP"));
        }
    }

    @Test
    void a_killed_server_blocks_no_other() throws Exception {
        try (ServerProcess server = own()) {
            server.shell().run("remember", "x", "--user", "ada");

            server.process.destroyForcibly().waitFor();

            assertThat(server.folder.resolve("server.json")).exists();
            assertThat(server.shell().run("recall", "x", "--user", "ada").out()).contains("x");
        }
    }
}

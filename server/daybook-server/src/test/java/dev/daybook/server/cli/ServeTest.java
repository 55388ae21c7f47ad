package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.Main;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server in a process of its own, and the commands beside it. */
@Timeout(120)
class ServeTest {

    private static final Pattern ADDRESS = Pattern.compile("serves on (http://\\S+:\\d+)");

    @TempDir
    Path temporary;

    /** What it said on stderr. */
    private final List<String> told = Collections.synchronizedList(new ArrayList<>());

    private Process server;
    private String address;
    private Thread reading;

    @BeforeEach
    void serve() throws IOException {
        server = start(folder(), "0");
        address = address(server);
        assertThat(address).as("the server says where it is").isNotNull();
    }

    /** Waits until a server says where it is; null if it ends before. */
    private String address(Process server) throws IOException {
        String address = null;
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(server.getErrorStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            told.add(line);
            Matcher found = ADDRESS.matcher(line);
            if (found.find()) {
                address = found.group(1);
                break;
            }
        }
        // What it says later must not fill the pipe.
        reading = new Thread(() -> lines.lines().forEach(told::add));
        reading.setDaemon(true);
        reading.start();
        return address;
    }

    private Process start(Path folder, String port) throws IOException {
        return start(Main.class, folder, port);
    }

    private Process start(Class<?> program, Path folder, String port) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                // As the launcher gives it where Java asks for it.
                "--enable-native-access=ALL-UNNAMED",
                "-Xlog:class+load:file=" + loaded() + "::filecount=0",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                "serve",
                "--data",
                folder.toString(),
                "--embedder",
                "none",
                "--open",
                "--port",
                port));
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.destroyForcibly().waitFor();
    }

    /** The classes that it loaded, a line each. */
    private Path loaded() {
        return temporary.resolve("loaded");
    }

    private Path folder() {
        return temporary.resolve("memory");
    }

    private TestShell shell() {
        return new TestShell(folder());
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
        Process second = start(LoggingAtItsEnd.class, temporary.resolve("second"), "0");
        address(second);

        // Process.destroy would close its stderr too.
        second.toHandle().destroy();
        second.waitFor();
        reading.join();

        assertThat(told).anySatisfy(line -> assertThat(line).contains("\"message\":\"calls were cut off\""));
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
        assertThat(get("/v1/spaces/default/users/ada/episodes/e1").body()).contains("ferry");
    }

    private static String timeless(String text) {
        return text.replaceAll("2026-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME");
    }

    @Test
    void optional_classes_are_not_loaded_at_start() throws Exception {
        assertThat(get("/readyz").statusCode()).isEqualTo(200);

        assertThat(Files.readString(loaded()))
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
        shell().run("remember", "The ferry leaves at nine.", "--user", "ada");
        Path copy = temporary.resolve("copy.db");

        assertThat(shell().run("backup", copy.toString()).exit()).isZero();

        assertThat(shell().run("restore", copy.toString(), "--replace", "--lock-wait", "0")
                        .exit())
                .isEqualTo(ExitCode.STORE_IN_USE);
        TestShell other = new TestShell(temporary.resolve("other"));
        assertThat(other.run("restore", copy.toString()).exit()).isZero();
        assertThat(other.run("recall", "ferry", "--user", "ada").out()).contains("nine");
    }

    @Test
    void files_are_searched_by_another_process_so_that_the_server_keeps_its_locks() throws Exception {
        String secret = "The spare key hangs behind the third flower pot.";
        shell().run("remember", secret, "--user", "ada", "--session", "keys");

        Run forgotten = shell().run("forget", "--session", "keys", "--user", "ada", "--yes", "--prove");
        Run verified = shell().input(secret).run("verify-erasure", "--texts", "-");

        assertThat(forgotten.exit()).as(forgotten.out() + forgotten.err()).isEqualTo(ExitCode.DONE);
        assertThat(forgotten.out()).contains("before: found 1").contains("after:  found 0");
        assertThat(verified.exit()).as(verified.out() + verified.err()).isEqualTo(ExitCode.DONE);
        assertThat(verified.out()).contains("1 of 1 forgotten texts searched");
        // Without its door the folder is just one that somebody has open.
        Files.delete(folder().resolve("server.json"));
        assertThat(shell().run("recall", "key", "--user", "ada", "--lock-wait", "0")
                        .exit())
                .isEqualTo(ExitCode.STORE_IN_USE);
    }

    @Test
    void it_says_where_it_is_and_nothing_of_its_libraries() {
        assertThat(told).first().asString().startsWith("Daybook serves on http://");
        assertThat(told.stream().skip(1)).allMatch(line -> line.startsWith("The memory explorer is the page http://"));
    }

    @Test
    void standard_input_reaches_a_command_in_the_server() {
        String lines = "{\"input\":\"one\"}\n{\"input\":\"two\"}\n";

        Run imported = shell().input(lines).run("import", "-", "--user", "ada");
        Run asked = shell().input("yes\n").terminal(100).run("forget", "--all", "--user", "ada");

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
        shell().input(lines.toString()).run("import", "-", "--user", "ada");

        Run export = shell().run("export", "--user", "ada");

        assertThat(export.out().lines()).hasSize(2_000).allMatch(line -> line.endsWith("}"));
    }

    @Test
    void a_key_can_be_made_while_it_runs() throws Exception {
        Run made = shell().run("key", "create", "--rights", "read");

        assertThat(made.exit()).isEqualTo(ExitCode.DONE);
        assertThat(get(
                                "/v1/spaces/default/users/ada/profile",
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
        shell().run("remember", "hello", "--user", "ada");
        shell().run("remember", "hello", "--user", "bob");
        Object ofSpace = shell().run("key", "create", "--json").json().get("id");
        Object ofAda =
                shell().run("key", "create", "--user", "ada", "--json").json().get("id");

        assertThat(shell().run("key", "show", (String) ofSpace).out()).contains("user:ada", "user:bob");
        assertThat(shell().run("key", "show", (String) ofAda).out())
                .contains("user:ada")
                .doesNotContain("bob");
        assertThat(shell().run("key", "show", (String) ofAda, "--json").json()).containsKeys("key", "rights", "spaces");
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
        String file = Files.readString(folder().resolve("server.json"));
        String secret = file.replaceAll("(?s).*\"secret\":\"([0-9a-f]+)\".*", "$1");
        Files.writeString(folder().resolve("server.json"), file.replace(secret, "0".repeat(secret.length())));

        Run run = shell().run("remember", "x", "--user", "ada", "--lock-wait", "0");

        assertThat(run.exit()).isEqualTo(ExitCode.STORE_IN_USE);
        assertThat(run.err()).contains("is not the server of this folder");
        assertThat(get("/v1/spaces/default/users/ada/profile").body()).contains("\"counts\":{}");
    }

    @Test
    void acknowledged_writes_are_there_after_a_shutdown() throws Exception {
        for (int i = 0; i < 20; i++) {
            HttpResponse<String> written =
                    send(HttpRequest.newBuilder(URI.create(address + "/v1/spaces/default/users/ada/episodes"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"input\":\"x\"}"))
                            .build());
            assertThat(written.statusCode()).isEqualTo(201);
        }

        server.destroy();
        assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();

        assertThat(folder().resolve("server.json")).doesNotExist();
        assertThat(shell().run("profile", "--user", "ada", "--json").json().get("counts"))
                .hasToString("{episode=20}");
    }

    @Test
    void a_port_in_use_ends_it_with_a_line_that_names_the_port() throws Exception {
        String port = String.valueOf(URI.create(address).getPort());
        Process second = start(temporary.resolve("second"), port);

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
        Path folder = temporary.resolve("full");
        Files.createDirectories(folder.resolve("server.json").resolve("in the way"));
        Process second = start(folder, "0");
        try {
            String there = address(second);
            assertThat(there).isNotNull();
            HttpResponse<String> ready = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(there + "/readyz"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(ready.statusCode()).isEqualTo(200);
            assertThat(told).anyMatch(line -> line.contains("\"warning\"") && line.contains("over HTTP"));
        } finally {
            second.destroyForcibly().waitFor();
        }
    }

    @Test
    void a_killed_server_blocks_no_other() throws Exception {
        shell().run("remember", "x", "--user", "ada");

        server.destroyForcibly().waitFor();

        assertThat(folder().resolve("server.json")).exists();
        assertThat(shell().run("recall", "x", "--user", "ada").out()).contains("x");
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    private static HttpResponse<String> send(HttpRequest request) throws Exception {
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}

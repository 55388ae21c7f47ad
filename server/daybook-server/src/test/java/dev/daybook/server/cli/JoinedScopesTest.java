package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JoinedScopesTest {

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void remember() {
        shell = new TestShell(temporary.resolve("memory"));
        shell.run("remember", "The hotel near the station is booked.", "--user", "ada", "--session", "trip");
        shell.run("remember", "Ada wants a quiet hotel.", "--user", "ada", "--agent", "planner", "--session", "trip");
        shell.run("remember", "Bob wants a cheap hotel.", "--user", "bob", "--session", "trip");
    }

    @Test
    void a_recall_reads_the_scopes_that_are_named_and_tells_the_scope_of_each_hit() {
        Run run = shell.run("recall", "hotel", "--user", "ada", "--with", "agent-of:ada/planner");

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("station", "  user ada", "quiet", "  agent planner of user ada")
                .doesNotContain("cheap");
        assertThat(shell.run("recall", "hotel", "--user", "ada").out())
                .contains("station")
                .doesNotContain("quiet", "  user ada");
    }

    @Test
    void the_answer_in_json_tells_the_scope_and_the_bounded_trust() {
        Run run = shell.run(
                "recall", "cheap hotel", "--user", "ada", "--with", "user:bob", "--with-trust", "import", "--json");

        assertThat(run.list("hits"))
                .anySatisfy(hit ->
                        assertThat(hit).containsEntry("scope", "user:bob").containsEntry("trust", "import"));
        assertThat(run.list("hits"))
                .anySatisfy(hit ->
                        assertThat(hit).containsEntry("scope", "user:ada").containsEntry("trust", "user"));
    }

    @Test
    void a_context_reads_them_too() {
        assertThat(shell.run("context", "Which hotel?", "--user", "ada", "--with", "agent-of:ada/planner")
                        .out())
                .contains("station", "quiet")
                .doesNotContain("cheap");
        assertThat(shell.run("context", "Which hotel?", "--user", "ada").out()).doesNotContain("quiet");
    }

    @Test
    void a_client_of_mcp_reads_them_and_writes_to_its_own_scope() {
        shell.input("""
                {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
                {"jsonrpc":"2.0","method":"notifications/initialized"}
                {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"recall","arguments":{"query":"quiet hotel"}}}
                {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"remember","arguments":{"text":"The lamp is green."}}}
                """);

        assertThat(shell.run("mcp", "--user", "ada", "--with", "agent-of:ada/planner")
                        .out())
                .contains("Ada wants a quiet hotel.", "\"scope\":\"agent-of:ada/planner\"", "\"durable\":true")
                .doesNotContain("\"scope\":\"user:ada\"", "cheap");
        assertThat(shell.run("recall", "lamp", "--user", "ada").out()).contains("green");
        assertThat(shell.run("recall", "lamp", "--user", "ada", "--agent", "planner")
                        .out())
                .doesNotContain("green");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--with bob|scope code is 'bob'; use 'user:ID'",
                "--with user:ada|which this memory reads already; join each scope once",
                "--with user:bob --with user:bob|which this memory reads already",
                "--with-trust user|--with-trust bounds the trust of scopes that are joined; name them with --with",
                "--with user:bob --with-trust high|trust is 'high'"
            })
    void bad_input_is_wrong_usage(String line) {
        String options = line.substring(0, line.indexOf('|'));
        for (String command : new String[] {"recall", "context"}) {
            Run run =
                    shell.run(Stream.concat(Stream.of(command, "hotel", "--user", "ada"), Stream.of(options.split(" ")))
                            .toArray(String[]::new));

            assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.WRONG_USAGE);
            assertThat(run.err()).contains(line.substring(line.indexOf('|') + 1));
            assertThat(run.out()).isEmpty();
        }
    }

    @Test
    void more_than_16_scopes_are_refused() {
        Run run = shell.run(Stream.concat(
                        Stream.of("recall", "hotel", "--user", "ada"),
                        IntStream.range(0, 16).boxed().flatMap(i -> Stream.of("--with", "user:u" + i)))
                .toArray(String[]::new));

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains("this memory reads 16 scopes, the most it can; join fewer");
    }

    @Test
    void a_kept_context_has_its_scopes_already() {
        Run run = shell.run("context", "--id", "x", "--with", "user:bob");

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains("--id prints a kept context unchanged; leave out", "--with");
    }
}

package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpCommandTest {

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void shell() {
        shell = new TestShell(temporary.resolve("memory")).variable("HOME", temporary.toString());
    }

    @Test
    void a_file_of_a_project_names_neither_a_folder_nor_a_user() {
        for (String client : new String[] {"claude-code", "vscode"}) {
            Run print = shell.run("mcp", "install", client, "--print", "--user", "ada", "--space", "team");

            assertThat(print.exit()).as(print.err()).isEqualTo(ExitCode.DONE);
            assertThat(print.out())
                    .contains("\"command\": \"daybook\"", "\"mcp\"", "\"--space\"", "\"team\"")
                    .doesNotContain("ada", "--data", temporary.toString());
        }
        assertThat(shell.run("mcp", "install", "cursor", "--print", "--user", "ada")
                        .out())
                .contains("\"ada\"", "\"--data\"");
    }

    @Test
    void it_is_written_for_a_client_and_taken_out_again() throws Exception {
        Path file = temporary.resolve(".codex/config.toml");

        Run installed = shell.run("mcp", "install", "codex", "--url", "http://127.0.0.1:7411/mcp", "--key-env", "KEY");

        assertThat(installed.err()).contains("+ [mcp_servers.daybook]", "Written to");
        assertThat(file)
                .hasContent(
                        "[mcp_servers.daybook]\nurl = \"http://127.0.0.1:7411/mcp\"\nbearer_token_env_var = \"KEY\"\n");
        assertThat(shell.run("mcp", "uninstall", "codex").exit()).isEqualTo(ExitCode.DONE);
        assertThat(Files.readString(file)).isEmpty();
        assertThat(shell.run("mcp", "uninstall", "codex").err()).contains("Nothing to do");
        assertThat(shell.run("mcp", "install", "codex", "--key-env", "KEY").exit())
                .isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("mcp", "install", "emacs").err())
                .contains("codex", "gemini", "windsurf", "zed", "jetbrains");
    }

    @Test
    void the_user_is_that_of_the_environment_where_no_option_names_a_scope() {
        String lines = """
                {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
                {"jsonrpc":"2.0","method":"notifications/initialized"}
                {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"remember","arguments":{"text":"The lamp is green."}}}
                """;

        shell.variable("DAYBOOK_USER", "ada").input(lines);
        assertThat(shell.run("mcp").out()).contains("\"durable\":true", "\"session\":\"mcp-");
        assertThat(shell.run("mcp", "--user", "bob", "--session", "chat").out()).contains("\"session\":\"chat\"");

        assertThat(shell.run("recall", "lamp", "--user", "ada", "--json").list("hits"))
                .hasSize(1);
        assertThat(shell.run("recall", "lamp", "--user", "bob", "--json").list("hits"))
                .hasSize(1);
        assertThat(shell.run("recall", "lamp", "--json").list("hits")).isEmpty();
    }
}

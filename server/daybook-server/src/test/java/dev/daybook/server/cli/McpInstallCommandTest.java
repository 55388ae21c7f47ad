package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McpInstallCommandTest {

    private static final String URL = "http://127.0.0.1:7411/mcp";

    private static final ClientConnection COMMAND =
            new ClientConnection.LocalProcess(List.of("/opt/daybook", "mcp", "--user", "ada"));
    private static final ClientConnection SERVER = new ClientConnection.Remote(URL, "DAYBOOK_KEY");

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void shell() {
        shell = new TestShell(temporary.resolve("memory")).variable("PATH", temporary.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "claude-desktop, mcpServers, claude_desktop_config.json",
        "cursor, mcpServers, ~/.cursor/mcp.json",
        "gemini, mcpServers, ~/.gemini/settings.json",
        "windsurf, mcpServers, ~/.codeium/windsurf/mcp_config.json",
        "zed, context_servers, settings.json",
        "jetbrains, mcpServers, ~/.junie/mcp/mcp.json"
    })
    void a_client_without_a_command_gets_its_settings_and_their_place(String client, String servers, String file) {
        Run install = shell.run("mcp", "install", client, "--user", "ada");

        assertThat(install.exit()).as(install.err()).isEqualTo(ExitCode.DONE);
        assertThat(install.err()).contains(file);
        assertThat(command(install.json(), servers))
                .contains("mcp", "--user", "ada", "--data", shell.folder().toString());
        assertThat(shell.run("mcp", "uninstall", client).err()).contains("remove 'daybook'", servers, file);
    }

    @ParameterizedTest
    @CsvSource({"claude-code, mcpServers", "vscode, servers"})
    void the_settings_of_a_client_with_a_command_are_printed_on_request(String client, String servers) {
        Run print = shell.run("mcp", "install", client, "--print");

        assertThat(print.exit()).as(print.err()).isEqualTo(ExitCode.DONE);
        assertThat(command(print.json(), servers)).contains("mcp", "--data");
    }

    @Test
    void a_name_like_an_option_stays_in_the_word_of_its_option() {
        Run print = shell.run("mcp", "install", "cursor", "--print", "--user=--shared", "--session=-s");

        assertThat(command(print.json(), "mcpServers")).contains("--user=--shared", "--session=-s");
    }

    @SuppressWarnings("unchecked") // a test fails on the cast as well as on an assertion
    private static List<String> command(Map<String, Object> settings, String servers) {
        Map<String, Map<String, Object>> named = (Map<String, Map<String, Object>>) settings.get(servers);
        return (List<String>) named.get("daybook").get("args");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "claude-code | \"type\":\"http\" | \"Bearer ${DAYBOOK_KEY}\"",
                "cursor | \"url\":\"http://127.0.0.1:7411/mcp\" | \"Bearer ${env:DAYBOOK_KEY}\"",
                "vscode | \"type\":\"http\" | \"Bearer ${env:DAYBOOK_KEY}\"",
                "codex | url = \"http://127.0.0.1:7411/mcp\" | bearer_token_env_var = \"DAYBOOK_KEY\"",
                "gemini | \"httpUrl\":\"http://127.0.0.1:7411/mcp\" | \"Bearer $DAYBOOK_KEY\"",
                "windsurf | \"serverUrl\":\"http://127.0.0.1:7411/mcp\" | \"Bearer ${env:DAYBOOK_KEY}\""
            })
    void a_running_server_is_called_with_the_key_of_a_variable(String client, String address, String key) {
        assertThat(McpClient.of(client).snippet(SERVER)).contains(address, key);
    }

    @Test
    void a_client_without_support_for_a_running_server_gets_instructions() {
        for (McpClient client : List.of(McpClient.CLAUDE_DESKTOP, McpClient.JETBRAINS, McpClient.ZED)) {
            assertThatThrownBy(() -> client.snippet(SERVER))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("leave --");
        }
        assertThat(McpClient.ZED.snippet(new ClientConnection.Remote(URL, null)))
                .contains("\"context_servers\"", "\"url\"");
        assertThatThrownBy(() -> new ClientConnection.Remote("localhost:7411", null))
                .hasMessageContaining("--url is");
        assertThatThrownBy(() -> new ClientConnection.Remote("http://localhost/mcp", "daybook_abc.def"))
                .hasMessageContaining("never the key itself")
                .hasMessageNotContaining("daybook_abc");
    }

    @Test
    void settings_in_toml_hold_the_same_strings() {
        assertThat(McpClient.CODEX.snippet(COMMAND))
                .isEqualTo("[mcp_servers.daybook]\ncommand = \"/opt/daybook\"\nargs = [\"mcp\",\"--user\",\"ada\"]\n");
    }

    @Test
    void an_unknown_client_and_a_key_without_a_server_are_refused() {
        assertThat(shell.run("mcp", "install", "codex", "--key-env", "KEY").exit())
                .isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("mcp", "install", "emacs").err())
                .contains("codex", "gemini", "windsurf", "zed", "jetbrains");
    }

    @Test
    void each_command_gets_what_its_client_documents() {
        assertThat(adding(McpClient.CLAUDE_CODE, COMMAND))
                .startsWith("claude", "mcp", "add-json", "--scope", "user", "daybook")
                .last()
                .satisfies(entry -> assertThat(PlainJson.readObject(entry))
                        .isEqualTo(Map.of(
                                "type", "stdio", "command", "/opt/daybook", "args", List.of("mcp", "--user", "ada"))));
        assertThat(adding(McpClient.CLAUDE_CODE, SERVER)).contains("project");
        assertThat(adding(McpClient.VSCODE, COMMAND))
                .startsWith("code", "--add-mcp")
                .last()
                .satisfies(entry -> assertThat(PlainJson.readObject(entry)).containsEntry("name", "daybook"));
        assertThat(adding(McpClient.CODEX, COMMAND))
                .containsExactly("codex", "mcp", "add", "daybook", "--", "/opt/daybook", "mcp", "--user", "ada");
        assertThat(adding(McpClient.CODEX, SERVER))
                .containsExactly(
                        "codex", "mcp", "add", "daybook", "--url", URL, "--bearer-token-env-var", "DAYBOOK_KEY");
    }

    private static List<String> adding(McpClient client, ClientConnection connection) {
        return ClientCommand.adding(client, connection).orElseThrow().words();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void the_command_of_the_client_adds_and_removes_it() throws IOException {
        program("codex", "echo \"$@\" >> calls; echo \"Done with $2.\"");

        Run added = shell.run("mcp", "install", "codex", "--url", URL, "--key-env", "KEY");
        Run removed = shell.run("mcp", "uninstall", "codex");

        assertThat(added.exit()).as(added.err()).isEqualTo(ExitCode.DONE);
        assertThat(added.out()).isEmpty();
        assertThat(added.err()).contains("Done with add.", "Restart the client");
        assertThat(removed.exit()).as(removed.err()).isEqualTo(ExitCode.DONE);
        assertThat(removed.err()).contains("Done with remove.");
        assertThat(temporary.resolve("calls"))
                .hasContent("mcp add daybook --url " + URL + " --bearer-token-env-var KEY\nmcp remove daybook\n");
    }

    @Test
    void a_command_that_is_not_found_gives_the_settings() {
        Run install = shell.run("mcp", "install", "claude-code");

        assertThat(install.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(install.err()).contains("'claude'", "is not on the PATH", ".mcp.json", "\"mcpServers\"");
        assertThat(shell.run("mcp", "uninstall", "claude-code").err())
                .contains("is not on the PATH", "remove 'daybook' from 'mcpServers'");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_command_that_cannot_be_started_gives_the_settings() throws IOException {
        executable("claude", "#!/no/such/interpreter\n");

        Run install = shell.run("mcp", "install", "claude-code");

        assertThat(install.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(install.err()).contains("could not be started", ".mcp.json", "\"mcpServers\"");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_command_that_fails_gives_its_words_and_the_settings() throws IOException {
        program("claude", "echo 'MCP server daybook already exists'; exit 3");

        Run install = shell.run("mcp", "install", "claude-code");

        assertThat(install.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(install.err()).contains("exit code 3", "daybook already exists", "\"mcpServers\"");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_command_that_hangs_is_ended_and_gives_the_settings() throws IOException {
        program("code", "echo $$ > running; exec sleep 600");
        CommandTerminal terminal = new CommandTerminal(
                System.in, System.out, System.err, "", 80, Map.of("PATH", temporary.toString()), temporary);

        assertThatThrownBy(() -> new ClientCommand(List.of("code", "--add-mcp"))
                        .run(terminal, Duration.ofSeconds(2), "add this: {}"))
                .hasMessageContaining("did not end within 2 seconds")
                .hasMessageEndingWith("; add this: {}");
        long running =
                Long.parseLong(Files.readString(temporary.resolve("running")).strip());
        ProcessHandle.of(running)
                .ifPresent(killed -> assertThat(killed.onExit()).succeedsWithin(Duration.ofSeconds(10)));
    }

    private void program(String name, String script) throws IOException {
        executable(name, "#!/bin/sh\ncd \"${0%/*}\"\n" + script + "\n");
    }

    private void executable(String name, String content) throws IOException {
        Path file = Files.writeString(temporary.resolve(name), content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}

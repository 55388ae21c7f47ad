package dev.daybook.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.internal.json.PlainJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientInstallationTest {

    private static final ClientConnection COMMAND =
            new ClientConnection.LocalProcess(List.of("/opt/daybook", "mcp", "--user", "ada"));
    private static final ClientConnection SERVER =
            new ClientConnection.Remote("http://127.0.0.1:7411/mcp", "DAYBOOK_KEY");

    @TempDir
    Path home;

    private McpClient.Computer computer(String system) {
        return new McpClient.Computer(home, home.resolve("project"), system, Map.of());
    }

    private ClientInstallation install(McpClient client) throws IOException {
        return ClientInstallation.of(client, computer("Linux"), COMMAND);
    }

    @ParameterizedTest
    @CsvSource({
        "claude-desktop, Linux, .config/Claude/claude_desktop_config.json",
        "claude-desktop, Mac OS X, Library/Application Support/Claude/claude_desktop_config.json",
        "claude-desktop, Windows 11, AppData/Roaming/Claude/claude_desktop_config.json",
        "claude-code, Linux, project/.mcp.json",
        "cursor, Linux, .cursor/mcp.json",
        "vscode, Linux, project/.vscode/mcp.json",
        "codex, Linux, .codex/config.toml",
        "gemini, Linux, .gemini/settings.json",
        "windsurf, Linux, .codeium/windsurf/mcp_config.json",
        "zed, Linux, .config/zed/settings.json",
        "zed, Mac OS X, .config/zed/settings.json",
        "zed, Windows 11, AppData/Roaming/Zed/settings.json",
        "jetbrains, Linux, .junie/mcp/mcp.json"
    })
    void each_client_is_written_to_where_it_looks(String client, String system, String file) {
        assertThat(McpClient.of(client).file(computer(system))).isEqualTo(home.resolve(file));
    }

    @Test
    void a_client_without_a_configuration_gets_one() throws IOException {
        assertThat(install(McpClient.VSCODE).write()).isNull();

        assertThat(PlainJson.readObject(Files.readString(home.resolve("project/.vscode/mcp.json"))))
                .isEqualTo(Map.of(
                        "servers",
                        Map.of(
                                "daybook",
                                Map.of(
                                        "type",
                                        "stdio",
                                        "command",
                                        "/opt/daybook",
                                        "args",
                                        List.of("mcp", "--user", "ada")))));
    }

    @Test
    void other_configuration_stays_and_the_old_file_is_kept_as_a_backup() throws IOException {
        String before = "{\n\t\"theme\": \"dark\",\n\t\"mcpServers\": {\"other\": {\"command\": \"x\"}}\n}\n";
        Path file = write(before);

        Path backup = install(McpClient.CURSOR).write();

        assertThat(backup).hasContent(before).isEqualTo(file.resolveSibling("mcp.json.backup"));
        assertThat(Files.readString(file))
                .startsWith(
                        "{\n\t\"theme\": \"dark\",\n\t\"mcpServers\": {\"other\": {\"command\": \"x\"},\n\t\t\"daybook\": {");
        assertThat(PlainJson.readObject(Files.readString(file)).get("mcpServers"))
                .isEqualTo(Map.of(
                        "other",
                        Map.of("command", "x"),
                        "daybook",
                        Map.of("command", "/opt/daybook", "args", List.of("mcp", "--user", "ada"))));
        try (var files = Files.list(file.getParent())) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void installing_again_changes_nothing_and_another_command_keeps_both_backups() throws IOException {
        Path file = write("{}");
        install(McpClient.CURSOR).write();

        assertThat(install(McpClient.CURSOR).isDone()).isTrue();

        Path second = ClientInstallation.of(
                        McpClient.CURSOR,
                        computer("Linux"),
                        new ClientConnection.LocalProcess(List.of("/opt/daybook", "mcp")))
                .write();
        assertThat(second).isEqualTo(file.resolveSibling("mcp.json.backup2"));
        assertThat(file.resolveSibling("mcp.json.backup")).hasContent("{}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{\"mcpServers\": []}", "{", "{\"a\": 1, \"a\": 2}"})
    void a_configuration_that_cannot_be_read_is_left_as_it_is(String broken) throws IOException {
        Path file = write(broken);

        assertThatThrownBy(() -> install(McpClient.CURSOR))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("was not written")
                .hasMessageContaining("\"command\": \"/opt/daybook\"");
        assertThat(file).hasContent(broken);
    }

    @Test
    void uninstalling_removes_the_installed_server_and_nothing_else() throws IOException {
        for (McpClient client : McpClient.values()) {
            Path file = client.file(computer("Linux"));
            Files.createDirectories(file.getParent());
            String before = client.isToml()
                    ? "model = \"o\" # mine\n\n[mcp_servers.other]\ncommand = \"x\"\n"
                    : "{\n  // mine\n  \"theme\": \"dark\", /* too */\n  \"" + client.servers()
                            + "\": {\n    \"other\": {\"command\": \"x\"} // theirs\n  }\n}\n";
            Files.writeString(file, before);
            install(client).write();
            assertThat(Files.readString(file)).as(client.label()).contains("mine", "/opt/daybook");

            ClientInstallation out = ClientInstallation.without(client, computer("Linux"));
            out.write();

            assertThat(file).as(client.label()).hasContent(before);
            assertThat(ClientInstallation.without(client, computer("Linux")).isDone())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "claude-code | \"type\": \"http\" | \"Bearer ${DAYBOOK_KEY}\"",
                "cursor | \"url\": \"http://127.0.0.1:7411/mcp\" | \"Bearer ${env:DAYBOOK_KEY}\"",
                "vscode | \"type\": \"http\" | \"Bearer ${env:DAYBOOK_KEY}\"",
                "codex | url = \"http://127.0.0.1:7411/mcp\" | bearer_token_env_var = \"DAYBOOK_KEY\"",
                "gemini | \"httpUrl\": \"http://127.0.0.1:7411/mcp\" | \"Bearer $DAYBOOK_KEY\"",
                "windsurf | \"serverUrl\": \"http://127.0.0.1:7411/mcp\" | \"Bearer ${env:DAYBOOK_KEY}\""
            })
    void a_running_server_is_called_with_the_key_of_a_variable(String client, String address, String key) {
        assertThat(ClientInstallation.snippet(McpClient.of(client), SERVER)).contains(address, key);
    }

    @Test
    void a_client_without_support_for_a_running_server_gets_instructions() {
        for (McpClient client : List.of(McpClient.CLAUDE_DESKTOP, McpClient.JETBRAINS, McpClient.ZED)) {
            assertThatThrownBy(() -> ClientInstallation.snippet(client, SERVER))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("leave --");
        }
        assertThat(ClientInstallation.snippet(
                        McpClient.ZED, new ClientConnection.Remote("http://127.0.0.1:7411/mcp", null)))
                .contains("\"context_servers\"", "\"url\"");
        assertThatThrownBy(() -> new ClientConnection.Remote("localhost:7411", null))
                .hasMessageContaining("--url is");
        assertThatThrownBy(() -> new ClientConnection.Remote("http://localhost/mcp", "daybook_abc.def"))
                .hasMessageContaining("never the key itself")
                .hasMessageNotContaining("daybook_abc");
    }

    private Path write(String text) throws IOException {
        Path file = home.resolve(".cursor/mcp.json");
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Test
    void a_file_that_was_changed_meanwhile_is_left_as_it_is_and_nothing_lies_beside_it() throws IOException {
        Path file = write("{}");
        ClientInstallation late = install(McpClient.CURSOR);
        Files.writeString(file, "{\"mcpServers\":{\"other\":{\"command\":\"x\"}}}");

        assertThatThrownBy(late::write)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("changed by another program");
        assertThat(file).content().contains("other").doesNotContain("daybook");

        install(McpClient.CURSOR).write();
        assertThat(file).content().contains("other", "daybook");
        try (var beside = Files.list(file.getParent())) {
            assertThat(beside.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("mcp.json", "mcp.json.backup");
        }
    }
}

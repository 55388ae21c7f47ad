package dev.daybook.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.server.json.Json;
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

class InstallationTest {

    private static final Connection COMMAND = new Connection.Process(List.of("/opt/daybook", "mcp", "--user", "ada"));
    private static final Connection SERVER = new Connection.Remote("http://127.0.0.1:7411/mcp", "DAYBOOK_KEY");

    @TempDir
    Path home;

    private Client.Computer computer(String system) {
        return new Client.Computer(home, home.resolve("project"), system, Map.of());
    }

    private Installation install(Client client) throws IOException {
        return Installation.of(client, computer("Linux"), COMMAND);
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
        assertThat(Client.of(client).file(computer(system))).isEqualTo(home.resolve(file));
    }

    @Test
    void a_client_without_a_configuration_gets_one() throws IOException {
        assertThat(install(Client.VSCODE).write()).isNull();

        assertThat(Json.readObject(Files.readString(home.resolve("project/.vscode/mcp.json"))))
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
    void what_else_is_configured_stays_and_the_old_file_is_kept_beside() throws IOException {
        String before = "{\n\t\"theme\": \"dark\",\n\t\"mcpServers\": {\"other\": {\"command\": \"x\"}}\n}\n";
        Path file = write(before);

        Path backup = install(Client.CURSOR).write();

        assertThat(backup).hasContent(before).isEqualTo(file.resolveSibling("mcp.json.backup"));
        assertThat(Files.readString(file))
                .startsWith(
                        "{\n\t\"theme\": \"dark\",\n\t\"mcpServers\": {\"other\": {\"command\": \"x\"},\n\t\t\"daybook\": {");
        assertThat(Json.readObject(Files.readString(file)).get("mcpServers"))
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
        install(Client.CURSOR).write();

        assertThat(install(Client.CURSOR).isDone()).isTrue();

        Path second = Installation.of(
                        Client.CURSOR, computer("Linux"), new Connection.Process(List.of("/opt/daybook", "mcp")))
                .write();
        assertThat(second).isEqualTo(file.resolveSibling("mcp.json.backup2"));
        assertThat(file.resolveSibling("mcp.json.backup")).hasContent("{}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{\"mcpServers\": []}", "{", "{\"a\": 1, \"a\": 2}"})
    void a_configuration_that_cannot_be_read_is_left_as_it_is(String broken) throws IOException {
        Path file = write(broken);

        assertThatThrownBy(() -> install(Client.CURSOR))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("was not written")
                .hasMessageContaining("\"command\": \"/opt/daybook\"");
        assertThat(file).hasContent(broken);
    }

    @Test
    void what_was_installed_is_taken_out_again_and_nothing_else() throws IOException {
        for (Client client : Client.values()) {
            Path file = client.file(computer("Linux"));
            Files.createDirectories(file.getParent());
            String before = client.isToml()
                    ? "model = \"o\" # mine\n\n[mcp_servers.other]\ncommand = \"x\"\n"
                    : "{\n  // mine\n  \"theme\": \"dark\", /* too */\n  \"" + client.servers()
                            + "\": {\n    \"other\": {\"command\": \"x\"} // theirs\n  }\n}\n";
            Files.writeString(file, before);
            install(client).write();
            assertThat(Files.readString(file)).as(client.label()).contains("mine", "/opt/daybook");

            Installation out = Installation.without(client, computer("Linux"));
            out.write();

            assertThat(file).as(client.label()).hasContent(before);
            assertThat(Installation.without(client, computer("Linux")).isDone()).isTrue();
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
        assertThat(Installation.snippet(Client.of(client), SERVER)).contains(address, key);
    }

    @Test
    void a_client_that_cannot_be_told_of_a_running_server_is_told_what_to_do() {
        for (Client client : List.of(Client.CLAUDE_DESKTOP, Client.JETBRAINS, Client.ZED)) {
            assertThatThrownBy(() -> Installation.snippet(client, SERVER))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("leave --");
        }
        assertThat(Installation.snippet(Client.ZED, new Connection.Remote("http://127.0.0.1:7411/mcp", null)))
                .contains("\"context_servers\"", "\"url\"");
        assertThatThrownBy(() -> new Connection.Remote("localhost:7411", null)).hasMessageContaining("--url is");
        assertThatThrownBy(() -> new Connection.Remote("http://localhost/mcp", "daybook_abc.def"))
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
        Installation late = install(Client.CURSOR);
        Files.writeString(file, "{\"mcpServers\":{\"other\":{\"command\":\"x\"}}}");

        assertThatThrownBy(late::write)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("changed meanwhile");
        assertThat(file).content().contains("other").doesNotContain("daybook");

        install(Client.CURSOR).write();
        assertThat(file).content().contains("other", "daybook");
        try (var beside = Files.list(file.getParent())) {
            assertThat(beside.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("mcp.json", "mcp.json.backup");
        }
    }
}

package dev.daybook.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.Main;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StdioTest {

    private static final String OPENED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    private static final Pattern SESSION = Pattern.compile("session=([^,}]+)");

    @TempDir
    Path folder;

    @Test
    void a_process_serves_the_scope_that_it_was_started_for() {
        try (McpSyncClient ada = start("--user", "ada")) {
            ServedMcp.answer(ada, "remember", Map.of("text", "Ada keeps the spare key under the pot."));
            assertThat(ServedMcp.answer(ada, "recall", Map.of("query", "spare key"))
                            .toString())
                    .contains("under the pot", "session=chat");

            // The folder is the other's, so this one goes through it.
            try (McpSyncClient bob = start("--user", "bob")) {
                assertThat(ServedMcp.answer(bob, "recall", Map.of("query", "spare key", "by", "newest"))
                                .toString())
                        .doesNotContain("pot");
                ServedMcp.answer(bob, "remember", Map.of("text", "Bob keeps none."));
            }
            assertThat(ServedMcp.answer(ada, "recall", Map.of("query", "keeps", "by", "newest"))
                            .toString())
                    .doesNotContain("Bob");
        }
    }

    @Test
    void a_process_has_the_tools_of_memory_files_only_on_request() {
        try (McpSyncClient ada = start("--user", "ada", "--memory-files")) {
            ServedMcp.answer(ada, "memory_create", Map.of("path", "/memories/pot.md", "fileText", "green"));
            assertThat(ServedMcp.answer(ada, "memory_view", Map.of("path", "/memories/pot.md"))
                            .get("text"))
                    .asString()
                    .endsWith("     1\tgreen");

            try (McpSyncClient other = start("--user", "ada")) {
                assertThat(other.listTools().tools())
                        .extracting(Tool::name)
                        .noneMatch(name -> name.startsWith("memory_"));
            }
        }
    }

    private McpSyncClient start(String... scope) {
        var command = new ServerParameters.Builder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString());
        List<String> arguments = new ArrayList<>(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "mcp",
                "--data",
                folder.toString()));
        arguments.addAll(List.of("--embedder", "none", "--session", "chat"));
        arguments.addAll(List.of(scope));
        McpSyncClient client = McpClient.sync(
                        new StdioClientTransport(command.args(arguments).build(), McpJsonDefaults.getMapper()))
                .build();
        client.initialize();
        return client;
    }

    @Test
    void requests_before_the_end_of_the_input_are_answered_in_order() throws Exception {
        List<Map<String, Object>> answers = talk(
                ServedMcp.initialize("2025-06-18"),
                OPENED,
                call(2, "remember", "{\"text\":\"The lamp is green.\"}"),
                call(3, "recall", "{\"query\":\"lamp\",\"by\":\"words\"}"));

        assertThat(answers).extracting(answer -> answer.get("id")).containsExactly(1L, 2L, 3L);
        assertThat(answers.get(0).toString()).contains("protocolVersion=2025-06-18");
        assertThat(answers.get(2).toString()).contains("The lamp is green.");
    }

    @Test
    void a_line_that_is_no_message_is_refused_and_the_next_is_heard() throws Exception {
        List<Map<String, Object>> answers =
                talk("no message", "[1]", "", ServedMcp.initialize("2025-11-25"), "{\"id\":5}");

        assertThat(answers).hasSize(4);
        assertThat(answers.get(0).toString()).contains("code=-32700");
        assertThat(answers.get(1).toString()).contains("code=-32700");
        assertThat(answers.get(2)).containsEntry("id", 1L);
        assertThat(answers.get(3)).containsEntry("id", 5L);
        assertThat(answers.get(3).toString()).contains("code=-32600", "'jsonrpc'");
    }

    @Test
    void a_request_before_the_handshake_is_told_so_at_once() throws Exception {
        List<Map<String, Object>> answers = talk(call(7, "get_blocks", "{}"));

        assertThat(answers)
                .singleElement()
                .satisfies(answer ->
                        assertThat(answer).containsEntry("id", 7L).asString().contains("send 'initialize' first"));
    }

    @Test
    void a_ping_is_answered_before_the_handshake() throws Exception {
        assertThat(talk("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}"))
                .singleElement()
                .satisfies(answer -> assertThat(answer).containsEntry("result", Map.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "tools/list | {\"cursor\":\"x\"} | -32602 | params.cursor",
                "resources/list | {\"cursor\":1} | -32602 | params.cursor",
                "prompts/list | {\"cursor\":\"x\"} | -32602 | params.cursor",
                "resources/templates/list | {\"cursor\":\"x\"} | -32602 | params.cursor",
                "tasks/list | {\"cursor\":\"x\"} | -32601 | Method not found: tasks/list",
                "logging/setLevel | {\"level\":\"loud\"} | -32602 | debug, info",
                "logging/setLevel | {} | -32602 | params.level",
                "tools/list | 5 | -32600 | 'params' is no object",
                "tools/list | [1] | -32600 | 'params' is no object",
                "tools/list | {\"limit\":99999999999999999999} | -32700 | does not fit 64 bits",
                "tools/list | {\"a\":1,\"a\":2} | -32700 | occurs twice"
            })
    void parameters_of_no_meaning_are_refused_with_the_reason(
            String method, String parameters, String code, String reason) throws Exception {
        List<Map<String, Object>> answers = talk(
                ServedMcp.initialize("2025-11-25"),
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"" + method + "\",\"params\":" + parameters + "}");

        assertThat(answers.get(1).toString()).contains("code=" + code, reason);
    }

    @Test
    void a_level_of_the_protocol_is_accepted() throws Exception {
        assertThat(talk(
                                ServedMcp.initialize("2025-11-25"),
                                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"logging/setLevel\",\"params\":{\"level\":\"info\"}}")
                        .get(1))
                .containsEntry("result", Map.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "{\"cursor\":\"\"}", "{\"cursor\":null}"})
    void parameters_that_ask_for_nothing_are_none(String parameters) throws Exception {
        List<Map<String, Object>> answers = talk(
                ServedMcp.initialize("2025-11-25"),
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":" + parameters + "}");

        assertThat(answers.get(1).toString()).contains("name=remember");
    }

    private static String call(int id, String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}";
    }

    @Test
    void calls_without_a_session_share_one_of_their_connection() throws Exception {
        String[] lines = {
            ServedMcp.initialize("2025-11-25"),
            OPENED,
            call(2, "remember", "{\"text\":\"The lamp is green.\"}"),
            ServedMcp.initialize("2025-11-25"),
            call(3, "remember", "{\"text\":\"The door is red.\"}")
        };

        String first = sessions(talk(null, lines));
        String second = sessions(talk(null, lines));

        assertThat(first).matches("mcp-\\d{4}-\\d{2}-\\d{2}-[0-9a-f]{8}");
        assertThat(second).matches("mcp-.*").isNotEqualTo(first);
        assertThat(sessions(talk("chat", lines))).isEqualTo("chat");
    }

    /** The one conversation that the answers name. */
    private static String sessions(List<Map<String, Object>> answers) {
        List<String> named = answers.stream()
                .flatMap(answer -> SESSION.matcher(answer.toString()).results())
                .map(found -> found.group(1))
                .distinct()
                .toList();
        assertThat(named).as(answers.toString()).hasSize(1);
        return named.get(0);
    }

    private List<Map<String, Object>> talk(String... lines) throws Exception {
        return talk("default", lines);
    }

    private List<Map<String, Object>> talk(@Nullable String session, String[] lines) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Daybook daybook = Daybook.builder(folder).noEmbedder().open()) {
            var in = new ByteArrayInputStream((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
            StdioServer.serve(daybook.user("ada"), session, AgentOptions.NONE, in, out);
        }
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(PlainJson::readObject)
                .toList();
    }
}

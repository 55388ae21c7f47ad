package dev.daybook.bench.poison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.daybook.bench.poison.AttackedMemory.FoundText;
import dev.daybook.internal.json.PlainJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The attack over the tools of an MCP server that has other names than ours, and states no trust. */
class ToolMemoryTest {

    private static final String MAPPING = """
            {"name": "foreign",
             "write": {"tool": "add", "arguments": {"owner": "{user}", "data": ["{speaker}: {text}"]}},
             "search": {"tool": "find", "arguments": {"owner": "{user}", "question": "{query}", "top": "{limit}"}},
             "hits": "results", "text": "memory"}
            """;

    @TempDir
    Path folder;

    private final List<String> kept = new ArrayList<>();
    private final List<Map<String, @Nullable Object>> calls = new ArrayList<>();
    private final List<String> writers = new ArrayList<>();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/mcp", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        Map<String, @Nullable Object> message =
                PlainJson.readObject(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        Object id = message.get("id");
        if (id == null) {
            exchange.sendResponseHeaders(202, -1);
            return;
        }
        boolean isHandshake = "initialize".equals(message.get("method"));
        Object result = isHandshake
                ? Map.of("protocolVersion", "2025-06-18")
                : called(message, String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        String answer = PlainJson.write(Map.of("jsonrpc", "2.0", "id", id, "result", result));
        // Some servers answer with a body, others with a stream of events.
        String body = isHandshake ? answer : "event: message\ndata: " + answer + "\n\n";
        exchange.getResponseHeaders().set("Mcp-Session-Id", "session 1");
        exchange.getResponseHeaders().set("Content-Type", isHandshake ? "application/json" : "text/event-stream");
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @SuppressWarnings("unchecked") // JSON objects
    private Object called(Map<String, @Nullable Object> message, String key) {
        Map<String, @Nullable Object> call = (Map<String, @Nullable Object>) message.get("params");
        Map<String, @Nullable Object> arguments = (Map<String, @Nullable Object>) call.get("arguments");
        calls.add(arguments);
        if (call.get("name").equals("add")) {
            writers.add(key);
            kept.add(String.valueOf(((List<?>) arguments.get("data")).get(0)));
            return text("{\"saved\":true}");
        }
        if (call.get("name").equals("find")) {
            List<Object> results = new ArrayList<>();
            kept.forEach(each -> results.add(Map.of("memory", each)));
            return text(PlainJson.write(Map.of("results", results)));
        }
        return Map.of("isError", true, "content", List.of());
    }

    private static Map<String, Object> text(String text) {
        return Map.of("content", List.of(Map.of("type", "text", "text", text)));
    }

    private ToolMemory memory(String mapping) throws IOException {
        Path file = Files.writeString(folder.resolve("tools.json"), mapping);
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
        return new ToolMemory(uri, ToolMapping.read(file), user -> new ToolMemory.UserKeys("", "program"));
    }

    @Test
    void a_text_is_written_and_found_with_the_tools_of_the_mapping() throws IOException {
        ToolMemory memory = memory(MAPPING);
        PlantedText poison = PlantedText.poison(3, 1, "web", TextOrigin.TOOL, "browser", "Tea is blue.");

        memory.remember("ada", List.of(PlantedText.benign(0, "Tea is green."), poison));
        List<FoundText> found = memory.recall("ada", "which tea?", 5);

        assertThat(calls)
                .containsExactly(
                        Map.of("owner", "ada", "data", List.of(": Tea is green.")),
                        Map.of("owner", "ada", "data", List.of("browser: Tea is blue.")),
                        Map.of("owner", "ada", "question", "which tea?", "top", 5L));
        assertThat(writers).as("the words of the user, then the poison").containsExactly("Bearer program", "null");
        assertThat(found).extracting(FoundText::id).containsExactly("said-0", "poison-3-1");
        assertThat(found).allMatch(FoundText::isShownAsTrusted);
        assertThat(memory.prompt("ada", "which tea?"))
                .hasValueSatisfying(prompt -> assertThat(prompt).contains("\n- browser: Tea is blue."));
    }

    @Test
    void a_tool_that_fails_ends_the_attack() throws IOException {
        ToolMemory memory = memory(MAPPING.replace("\"add\"", "\"put\""));

        assertThatThrownBy(() -> memory.remember("ada", List.of(PlantedText.benign(0, "Tea is green."))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'put'");
    }

    @Test
    void the_mappings_of_the_repository_name_their_tools() {
        for (String name : List.of("daybook", "server-memory")) {
            ToolMapping mapping = ToolMapping.read(Path.of("quality/tools/" + name + ".json"));

            assertThat(mapping.name()).isEqualTo(name);
            assertThat(mapping.write().tool()).isNotEmpty();
            assertThat(mapping.search().arguments()).containsEntry("query", "{query}");
        }
    }
}

package dev.daybook.bench.poison;

import dev.daybook.internal.json.PlainJson;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session with an MCP server over streamable HTTP, from its handshake on. */
final class ToolConnection {

    private static final String VERSION = "2025-06-18";
    private static final String SESSION = "Mcp-Session-Id";

    private final JsonCalls calls = new JsonCalls();
    private final Map<String, String> headers = new HashMap<>();
    private final URI server;
    private int number;

    /** @param key the bearer token; empty: none */
    ToolConnection(URI server, String key) {
        this.server = server;
        headers.put("Accept", "application/json, text/event-stream");
        if (!key.isEmpty()) {
            headers.put("Authorization", "Bearer " + key);
        }
        HttpResponse<String> begun = send(
                "initialize",
                Map.of(
                        "protocolVersion",
                        VERSION,
                        "capabilities",
                        Map.of(),
                        "clientInfo",
                        Map.of("name", "poison", "version", "1")));
        begun.headers().firstValue(SESSION).ifPresent(id -> headers.put(SESSION, id));
        headers.put("MCP-Protocol-Version", VERSION);
        calls.post(server, headers, PlainJson.write(Map.of("jsonrpc", "2.0", "method", "notifications/initialized")));
    }

    /**
     * Calls a tool.
     *
     * @return the result: its structured content, if any, and its text
     * @throws IllegalStateException if the tool or the server reports an error
     */
    ToolAnswer call(String tool, Map<String, Object> arguments) {
        Map<String, @Nullable Object> message = message(
                send("tools/call", Map.of("name", tool, "arguments", arguments)).body());
        if (!(message.get("result") instanceof Map<?, ?> result) || Boolean.TRUE.equals(result.get("isError"))) {
            throw new IllegalStateException("the tool '" + tool + "' answered " + message);
        }
        StringBuilder text = new StringBuilder();
        if (result.get("content") instanceof List<?> parts) {
            parts.forEach(part -> text.append(part instanceof Map<?, ?> fields ? fields.get("text") : ""));
        }
        return new ToolAnswer(result.get("structuredContent"), text.toString());
    }

    /** The result of a tool. */
    record ToolAnswer(@Nullable Object structured, String text) {

        /** Returns the content as JSON; the text if it is none. */
        Object json() {
            if (structured != null) {
                return structured;
            }
            try {
                Object value =
                        PlainJson.readObject("{\"content\":" + text + "}").get("content");
                return value == null ? text : value;
            } catch (IllegalArgumentException e) {
                return text;
            }
        }
    }

    private HttpResponse<String> send(String method, Map<String, Object> parameters) {
        return calls.post(
                server,
                headers,
                PlainJson.write(Map.of("jsonrpc", "2.0", "id", ++number, "method", method, "params", parameters)));
    }

    /** Returns the message of this call: the body, or the last event of a stream that is an answer. */
    private static Map<String, @Nullable Object> message(String body) {
        if (body.startsWith("{")) {
            return PlainJson.readObject(body);
        }
        return body.lines()
                .filter(line -> line.startsWith("data:"))
                .map(line -> PlainJson.readObject(line.substring("data:".length())))
                .filter(message -> message.containsKey("id") && !message.containsKey("method"))
                .reduce((first, last) -> last)
                .orElseThrow(() -> new IllegalStateException("the server sent no answer: " + body));
    }
}

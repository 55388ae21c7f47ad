package dev.daybook.server.mcp;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.mcp.protocol.McpMethods;
import dev.daybook.server.mcp.protocol.McpRequest;
import dev.daybook.server.mcp.protocol.ProtocolException;
import dev.daybook.server.problem.Problem;
import io.javalin.Javalin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.jspecify.annotations.Nullable;

/**
 * What the conformance suite of the protocol expects to find, behind the servlet that serves the memory: {@code main PORT}
 * serves until it is ended. Used by {@code .ci/mcp.sh}; no part of the product.
 */
final class ConformanceFixture implements McpMethods {

    private static final int MISSING_CAPABILITY = -32_021;

    /** One red pixel. */
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

    /** No sound at all. */
    private static final String SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

    private static final Map<String, Object> IMAGE = Map.of("type", "image", "data", PIXEL, "mimeType", "image/png");
    private static final String OBJECT = "{\"type\":\"object\"}";

    /** The tools with their schemas and what they answer. */
    private final Map<String, Map<String, @Nullable Object>> tools = new LinkedHashMap<>();

    private final Map<String, List<Object>> answers = new LinkedHashMap<>();

    private ConformanceFixture() {
        tool("test_simple_text", OBJECT, text("This is a simple text response for testing."));
        tool("test_image_content", OBJECT, IMAGE);
        tool("test_audio_content", OBJECT, Map.of("type", "audio", "data", SILENCE, "mimeType", "audio/wav"));
        tool(
                "test_embedded_resource",
                OBJECT,
                embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."));
        tool(
                "test_multiple_content_types",
                OBJECT,
                text("Multiple content types test:"),
                IMAGE,
                embedded("test://mixed-content-resource", "application/json", "{\"test\":\"data\",\"value\":123}"));
        tool("test_error_handling", OBJECT, text("This tool intentionally returns an error for testing"));
        tool("test_missing_capability", OBJECT);
        tool("test_streaming_elicitation", OBJECT, text("asked nothing"));
        tool("test_logging_tool", OBJECT, text("logged nothing"));
        ConformanceQuestions.names().forEach(name -> tool(name, OBJECT, text("state-ok")));
        tool("json_schema_2020_12_tool", """
                {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
                 "$defs": {"address": {"$anchor": "addressDef", "type": "object",
                                       "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
                 "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"},
                                "phone": {"type": "string"}, "email": {"type": "string"}},
                 "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
                 "if": {"required": ["name"]}, "then": {"required": ["phone"]}, "else": {"required": ["email"]},
                 "additionalProperties": false}""", text("done"));
    }

    public static void main(String[] arguments) {
        McpServlet servlet = new McpServlet(new OfThisMachine(), new ConformanceFixture());
        Javalin.create(config -> {
                    config.startup.showJavalinBanner = false;
                    config.jetty.modifyServletContextHandler(
                            handler -> handler.addServlet(new ServletHolder(servlet), McpServlet.PATH));
                })
                .start("127.0.0.1", Integer.parseInt(arguments[0]));
    }

    /** Lets in whoever calls this machine by its name. */
    private static final class OfThisMachine implements McpAccess {
        @Override
        public Optional<Problem> refusal(@Nullable String host, @Nullable String origin) {
            boolean isOurs = host != null && Set.of("localhost", "127.0.0.1").contains(host.split(":", 2)[0]);
            boolean isOurPage = origin == null || origin.equals("http://" + host);
            return isOurs && isOurPage ? Optional.empty() : Optional.of(Problem.foreign("not from here"));
        }

        @Override
        public AuthenticatedCaller caller(@Nullable String authorization) {
            return AuthenticatedCaller.ANYBODY;
        }
    }

    private void tool(String name, String schema, Object... contents) {
        Map<String, @Nullable Object> tool = PlainJson.object("name", name);
        tool.put("description", "A fixture.");
        tool.put("inputSchema", PlainJson.readObject(schema));
        tools.put(name, tool);
        answers.put(name, List.of(contents));
    }

    @Override
    public Description description() {
        Map<String, @Nullable Object> capabilities = new LinkedHashMap<>();
        List.of("tools", "resources", "prompts", "completions").forEach(each -> capabilities.put(each, Map.of()));
        Map<String, @Nullable Object> identity = PlainJson.object("name", "conformance-fixture");
        identity.put("version", "1");
        return new Description(capabilities, identity, "Only for tests.");
    }

    @Override
    public Map<String, @Nullable Object> answer(McpRequest request) {
        return switch (request.method()) {
            case "tools/list" -> PlainJson.object("tools", tools.values());
            case "tools/call" -> ConformanceQuestions.asked(request).orElseGet(() -> called(request.text("name")));
            case "resources/list" ->
                PlainJson.object(
                        "resources",
                        List.of(
                                described("uri", "test://static-text", "text/plain"),
                                described("uri", "test://static-binary", "image/png")));
            case "resources/templates/list" ->
                PlainJson.object(
                        "resourceTemplates",
                        List.of(described("uriTemplate", "test://template/{id}/data", "application/json")));
            case "resources/read" -> PlainJson.object("contents", List.of(resource(request.text("uri"))));
            case "prompts/list" -> PlainJson.object("prompts", prompts());
            case "prompts/get" ->
                ConformanceQuestions.asked(request).orElseGet(() -> PlainJson.object("messages", messages(request)));
            case "completion/complete" ->
                PlainJson.object(
                        "completion",
                        Map.of("values", List.of("paris", "park", "party"), "total", 3, "hasMore", false));
            default -> throw ProtocolException.unknownMethod(request.method());
        };
    }

    private Map<String, @Nullable Object> called(String name) {
        if (name.equals("test_missing_capability")) {
            throw new ProtocolException(
                    MISSING_CAPABILITY,
                    "the client does not offer 'sampling'",
                    Map.of("requiredCapabilities", Map.of("sampling", Map.of())));
        }
        if (!answers.containsKey(name)) {
            throw new ProtocolException(ProtocolException.INVALID_PARAMS, "Unknown tool: " + name);
        }
        Map<String, @Nullable Object> result = PlainJson.object("content", answers.get(name));
        result.put("isError", name.equals("test_error_handling"));
        return result;
    }

    private static Map<String, Object> described(String key, String uri, String type) {
        return Map.of(key, uri, "name", uri, "description", "A fixture.", "mimeType", type);
    }

    private static Map<String, Object> resource(String uri) {
        if (uri.equals("test://static-binary")) {
            return Map.of("uri", uri, "mimeType", "image/png", "blob", PIXEL);
        }
        if (uri.equals("test://static-text")) {
            return contents(uri, "text/plain", "This is the content of the static text resource.");
        }
        if (!uri.startsWith("test://template/")) {
            throw new ProtocolException(ProtocolException.RESOURCE_NOT_FOUND, "Resource not found", Map.of("uri", uri));
        }
        String id = uri.split("/", 5)[3];
        return contents(
                uri,
                "application/json",
                "{\"id\":\"" + id + "\",\"templateTest\":true,\"data\":\"Data for ID: " + id + "\"}");
    }

    private static List<Object> prompts() {
        return List.of(
                prompt("test_simple_prompt"),
                prompt("test_prompt_with_arguments", "arg1", "arg2"),
                prompt("test_prompt_with_embedded_resource", "resourceUri"),
                prompt("test_prompt_with_image"),
                prompt("test_input_required_result_prompt"));
    }

    private static Map<String, Object> prompt(String name, String... arguments) {
        List<Object> described = new ArrayList<>();
        for (String argument : arguments) {
            described.add(Map.of("name", argument, "description", "Any text.", "required", true));
        }
        return Map.of("name", name, "description", "A fixture.", "arguments", described);
    }

    private static List<Map<String, Object>> messages(McpRequest request) {
        List<Object> contents = switch (request.text("name")) {
            case "test_simple_prompt" -> List.of(text("This is a simple prompt for testing."));
            case "test_prompt_with_arguments" ->
                List.of(text("Prompt with arguments: arg1='"
                        + request.arguments().get("arg1") + "', arg2='"
                        + request.arguments().get("arg2") + "'"));
            case "test_prompt_with_embedded_resource" ->
                List.of(
                        embedded(
                                String.valueOf(request.arguments().get("resourceUri")),
                                "text/plain",
                                "Embedded resource content for testing."),
                        text("Please process the embedded resource above."));
            default -> List.of(IMAGE, text("Please analyze the image above."));
        };
        return contents.stream()
                .map(content -> Map.of("role", "user", "content", content))
                .toList();
    }

    private static Map<String, Object> text(String text) {
        return Map.of("type", "text", "text", text);
    }

    private static Map<String, Object> embedded(String uri, String type, String text) {
        return Map.of("type", "resource", "resource", contents(uri, type, text));
    }

    private static Map<String, Object> contents(String uri, String type, String text) {
        return Map.of("uri", uri, "mimeType", type, "text", text);
    }
}

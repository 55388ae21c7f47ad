package dev.daybook.server.mcp;

import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.Problem;
import io.javalin.Javalin;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.AudioContent;
import io.modelcontextprotocol.spec.McpSchema.BlobResourceContents;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.SamplingMessage;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.jspecify.annotations.Nullable;

/**
 * What the conformance suite of the protocol expects to find, on the transport that serves the memory: {@code main PORT}
 * serves until it is ended. Used by {@code .ci/mcp.sh}; no part of the product.
 */
final class ConformanceFixture {

    /** One red pixel. */
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

    /** No sound at all. */
    private static final String SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

    private final McpServer.SyncSpecification<?> server;

    private ConformanceFixture(HttpServletStreamableServerTransportProvider transport) {
        server = McpServer.sync(transport);
    }

    public static void main(String[] arguments) {
        McpServlet servlet = new McpServlet(
                new OfThisMachine(), 1 << 20, (scope, transport) -> new ConformanceFixture(transport).open());
        Javalin.create(config -> {
                    config.startup.showJavalinBanner = false;
                    config.jetty.modifyServletContextHandler(handler -> {
                        ServletHolder holder = new ServletHolder(servlet);
                        holder.setAsyncSupported(true);
                        handler.addServlet(holder, McpServlet.PATH);
                    });
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

    private void open() {
        server.serverInfo("conformance-fixture", "1")
                .capabilities(ServerCapabilities.builder()
                        .tools(false)
                        .resources(false, false)
                        .prompts(false)
                        .logging()
                        .completions()
                        .build())
                .immediateExecution(true)
                .requestTimeout(Duration.ofSeconds(20));
        contents();
        notifications();
        questions();
        resources();
        ConformancePrompts.add(server, PIXEL);
        server.completions(new SyncCompletionSpecification(
                new PromptReference("test_prompt_with_arguments"),
                (exchange, request) -> new CompleteResult(
                        new CompleteResult.CompleteCompletion(List.of("paris", "park", "party"), 3, false))));
        server.build();
    }

    private void contents() {
        Content image = ImageContent.builder(PIXEL, "image/png").build();
        Content text = text("This is a simple text response for testing.");
        Content resource = embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.");
        answers("test_simple_text", text);
        answers("test_image_content", image);
        answers("test_audio_content", AudioContent.builder(SILENCE, "audio/wav").build());
        answers("test_embedded_resource", resource);
        answers(
                "test_multiple_content_types",
                text("Multiple content types test:"),
                image,
                embedded("test://mixed-content-resource", "application/json", "{\"test\":\"data\",\"value\":123}"));
        tool(
                "test_error_handling",
                "{\"type\":\"object\"}",
                (exchange, request) -> CallToolResult.builder()
                        .addTextContent("This tool intentionally returns an error for testing")
                        .isError(true)
                        .build());
        tool("json_schema_2020_12_tool", """
                {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
                 "$defs": {"address": {"type": "object",
                                       "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
                 "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
                 "additionalProperties": false}""", (exchange, request) -> answer(text("done")));
    }

    private void notifications() {
        tool("test_tool_with_logging", "{\"type\":\"object\"}", (exchange, request) -> {
            for (String step : List.of("Tool execution started", "Tool processing data", "Tool execution completed")) {
                exchange.loggingNotification(LoggingMessageNotification.builder(LoggingLevel.INFO, step)
                        .build());
                pause();
            }
            return answer(text("logged"));
        });
        tool("test_tool_with_progress", "{\"type\":\"object\"}", (exchange, request) -> {
            Object token = request.meta() == null ? null : request.meta().get("progressToken");
            for (int done : List.of(0, 50, 100)) {
                if (token != null) {
                    exchange.progressNotification(ProgressNotification.builder(token, done)
                            .total(100.0)
                            .build());
                }
                pause();
            }
            return answer(text("done"));
        });
    }

    private void questions() {
        tool(
                "test_sampling",
                "{\"type\":\"object\",\"properties\":{\"prompt\":{\"type\":\"string\"}},\"required\":[\"prompt\"]}",
                (exchange, request) -> {
                    Content prompt = text(String.valueOf(request.arguments().get("prompt")));
                    var reply = exchange.createMessage(CreateMessageRequest.builder(
                                    List.of(SamplingMessage.builder(Role.USER, prompt)
                                            .build()),
                                    100)
                            .build());
                    return answer(text("LLM response: " + reply.content()));
                });
        tool(
                "test_elicitation",
                "{\"type\":\"object\",\"properties\":{\"message\":{\"type\":\"string\"}},\"required\":[\"message\"]}",
                (exchange, request) ->
                        asked(exchange, String.valueOf(request.arguments().get("message")), """
                        {"type": "object", "required": ["username", "email"], "properties": {
                         "username": {"type": "string", "description": "User's response"},
                         "email": {"type": "string", "description": "User's email address"}}}"""));
        asks("test_elicitation_sep1034_defaults", """
                {"type": "object", "required": [], "properties": {
                 "name": {"type": "string", "default": "John Doe"},
                 "age": {"type": "integer", "default": 30},
                 "score": {"type": "number", "default": 95.5},
                 "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
                 "verified": {"type": "boolean", "default": true}}}""");
        asks("test_elicitation_sep1330_enums", """
                {"type": "object", "required": [], "properties": {
                 "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
                 "titledSingle": {"type": "string", "oneOf": [
                  {"const": "value1", "title": "First Option"}, {"const": "value2", "title": "Second Option"},
                  {"const": "value3", "title": "Third Option"}]},
                 "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                  "enumNames": ["Option One", "Option Two", "Option Three"]},
                 "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
                 "titledMulti": {"type": "array", "items": {"anyOf": [
                  {"const": "value1", "title": "First Choice"}, {"const": "value2", "title": "Second Choice"},
                  {"const": "value3", "title": "Third Choice"}]}}}}""");
    }

    private void resources() {
        fixed(TextResourceContents.builder("test://static-text", "This is the content of the static text resource.")
                .mimeType("text/plain")
                .build());
        fixed(BlobResourceContents.builder("test://static-binary", PIXEL)
                .mimeType("image/png")
                .build());
        server.resourceTemplates(new SyncResourceTemplateSpecification(
                ResourceTemplate.builder("test://template/{id}/data", "template")
                        .description("A resource with a parameter.")
                        .mimeType("application/json")
                        .build(),
                (exchange, request) -> {
                    String id = request.uri().split("/", 5)[3];
                    String json = "{\"id\":\"" + id + "\",\"templateTest\":true,\"data\":\"Data for ID: " + id + "\"}";
                    return ReadResourceResult.builder(List.of(TextResourceContents.builder(request.uri(), json)
                                    .mimeType("application/json")
                                    .build()))
                            .build();
                }));
    }

    private void fixed(ResourceContents contents) {
        var resource = Resource.builder(contents.uri(), contents.uri())
                .description("A fixed resource.")
                .mimeType(contents.mimeType())
                .build();
        server.resources(new SyncResourceSpecification(
                resource,
                (exchange, request) ->
                        ReadResourceResult.builder(List.of(contents)).build()));
    }

    private void asks(String name, String schema) {
        tool(name, "{\"type\":\"object\"}", (exchange, request) -> asked(exchange, "Please fill in", schema));
    }

    private static CallToolResult asked(McpSyncServerExchange exchange, String message, String schema) {
        var reply = exchange.createElicitation(
                ElicitFormRequest.builder(message, json(schema)).build());
        return answer(text("Elicitation completed: action=" + reply.action() + ", content=" + reply.content()));
    }

    private void answers(String name, Content... contents) {
        tool(name, "{\"type\":\"object\"}", (exchange, request) -> answer(contents));
    }

    private void tool(
            String name, String schema, BiFunction<McpSyncServerExchange, CallToolRequest, CallToolResult> handler) {
        server.toolCall(
                Tool.builder(name, json(schema)).description("A fixture.").build(), handler);
    }

    private static CallToolResult answer(Content... contents) {
        return CallToolResult.builder().content(List.of(contents)).build();
    }

    static Content text(String text) {
        return TextContent.builder(text).build();
    }

    static Content embedded(String uri, String type, String text) {
        return EmbeddedResource.builder(
                        TextResourceContents.builder(uri, text).mimeType(type).build())
                .build();
    }

    @SuppressWarnings("unchecked") // an object of JSON is such a map
    private static Map<String, Object> json(String text) {
        try {
            return McpJsonDefaults.getMapper().readValue(text, Map.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The suite wants to see the notifications one after the other. */
    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

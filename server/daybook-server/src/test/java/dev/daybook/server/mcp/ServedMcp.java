package dev.daybook.server.mcp;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.server.http.EventStream;
import dev.daybook.server.http.HttpServer;
import dev.daybook.server.http.ServeOptions;
import dev.daybook.server.keys.ApiKeys;
import dev.daybook.server.keys.KeyLimits;
import dev.daybook.store.Store;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server as it runs, with keys, and clients of it. */
final class ServedMcp implements AutoCloseable {

    static final Space SPACE = new Space("project");

    private final LocalDaybook daybook;
    private final ApiKeys keys;
    private final HttpServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    ServedMcp(Path folder, boolean open) {
        this(folder, ServeOptions.loopback(0, open));
    }

    /** Creates a server with keys and other tools for agents. */
    static ServedMcp offering(Path folder, AgentOptions agents) {
        return new ServedMcp(
                folder,
                new ServeOptions(
                        "127.0.0.1",
                        0,
                        false,
                        List.of(),
                        List.of(),
                        ServeOptions.DEFAULT_MAX_BODY,
                        0,
                        agents,
                        true,
                        false,
                        null));
    }

    ServedMcp(Path folder, ServeOptions options) {
        this(Daybook.builder(folder), folder, options);
    }

    /** Creates a server over a store that other servers share. */
    static ServedMcp over(Store store, Path keys) {
        return new ServedMcp(Daybook.builder(store), keys, ServeOptions.loopback(0, false));
    }

    private ServedMcp(DaybookBuilder builder, Path folder, ServeOptions options) {
        daybook = builder.noEmbedder().open();
        keys = new ApiKeys(folder, Clock.systemUTC());
        server = new HttpServer(daybook, keys, new EventStream(), options, folder);
    }

    MemorySpace space() {
        return daybook.space(SPACE.id());
    }

    Memory memory(Scope scope) {
        return daybook.space(scope.space().id()).memory(scope);
    }

    static Scope user(String id) {
        return new Scope.User(SPACE, id);
    }

    /** A key that may read, write and forget. */
    String key(@Nullable Scope scope) {
        return key(scope, AccessRight.READ, AccessRight.WRITE, AccessRight.FORGET);
    }

    String key(@Nullable Scope scope, AccessRight... rights) {
        return keys.create(SPACE, scope, Set.of(rights), null).text();
    }

    /** A key that may read and write, with a limit of its trust. */
    String key(Scope scope, Trust trust) {
        KeyLimits limits = new KeyLimits(trust, null);
        return keys.create(SPACE, scope, Set.of(AccessRight.READ, AccessRight.WRITE), limits, null)
                .text();
    }

    /** The SDK's own client, after its handshake. */
    McpSyncClient client(String key) {
        McpSyncClient client = McpClient.sync(HttpClientStreamableHttpTransport.builder(address())
                        .addHttpRequestCustomizer((request, method, uri, body, context) ->
                                request.header("Authorization", "Bearer " + key))
                        .build())
                .build();
        client.initialize();
        return client;
    }

    private String address() {
        return "http://127.0.0.1:" + server.port();
    }

    /** A message as the bytes go, with further headers by name and value. */
    HttpResponse<String> post(@Nullable String key, String message, String... headers) throws Exception {
        return send(key, HttpRequest.newBuilder().POST(HttpRequest.BodyPublishers.ofString(message)), headers);
    }

    HttpResponse<String> get(String key) throws Exception {
        return send(key, HttpRequest.newBuilder().GET());
    }

    /** Ends a session. */
    HttpResponse<String> delete(String key, String... headers) throws Exception {
        return send(key, HttpRequest.newBuilder().DELETE(), headers);
    }

    /** Revokes a key by its public name. */
    void revoke(String key) {
        keys.revoke(key.split("_")[1]);
    }

    private HttpResponse<String> send(@Nullable String key, HttpRequest.Builder request, String... headers)
            throws Exception {
        request.uri(URI.create(address() + McpServlet.PATH))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** What the server counts. */
    String metrics() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address() + "/metrics"))
                .header("Authorization", "Bearer " + key(null, AccessRight.ADMIN))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    static String initialize(String version) {
        return PlainJson.write(Map.of(
                "jsonrpc",
                "2.0",
                "id",
                1,
                "method",
                "initialize",
                "params",
                Map.of(
                        "protocolVersion",
                        version,
                        "capabilities",
                        Map.of(),
                        "clientInfo",
                        Map.of("name", "test", "version", "1"))));
    }

    static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    /** What a tool answered that did what it was asked. */
    @SuppressWarnings("unchecked") // a test fails on the cast as well as on an assertion
    static Map<String, Object> answer(McpSyncClient client, String tool, Map<String, Object> arguments) {
        CallToolResult result = call(client, tool, arguments);
        if (!Boolean.FALSE.equals(result.isError())) {
            throw new AssertionError(tool + " failed: " + text(result));
        }
        return (Map<String, Object>) result.structuredContent();
    }

    /** What an erasure answered, after a dry run that said the same counts. */
    static Map<String, Object> forget(McpSyncClient client, Map<String, Object> arguments) {
        Map<String, Object> dry = answer(client, "forget", arguments);
        Map<String, Object> confirmed = new HashMap<>(arguments);
        confirmed.put("confirmation", dry.get("confirmation"));
        Map<String, Object> erased = answer(client, "forget", confirmed);
        if (!dry.get("dryRun").equals(true)
                || !erased.get("dryRun").equals(false)
                || !dry.get("counts").equals(erased.get("counts"))) {
            throw new AssertionError("the dry run said " + dry + ", the erasure " + erased);
        }
        return erased;
    }

    /** What a tool said that refused. */
    static String refusal(McpSyncClient client, String tool, Map<String, Object> arguments) {
        CallToolResult result = call(client, tool, arguments);
        if (!Boolean.TRUE.equals(result.isError())) {
            throw new AssertionError(tool + " did it: " + text(result));
        }
        return text(result);
    }

    static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    @Override
    public void close() {
        server.close();
        daybook.close();
    }
}

package dev.daybook.server.doors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.LocalDaybook;
import dev.daybook.internal.json.PlainJson;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tools and resources of MCP, in a session of each tenant. */
final class ToolDoor extends ServedDoor {

    private static final Pattern CONFIRMATION = Pattern.compile("confirmation\\W+([0-9a-f]{12})");

    private static final String VERSION = "2025-11-25";

    private final Map<HostileTenant, String> sessions = new HashMap<>();

    ToolDoor(LocalDaybook daybook, Path folder) {
        super(daybook, folder);
    }

    @Override
    public DoorAnswer call(DoorCall call, HostileTenant own, HostileTenant other, PlantedHandles handles) {
        if (!canHaveKey(own)) {
            // No session of it can be: the address of its blocks is read in the session of another tenant.
            return resource(other, own, "blocks");
        }
        return switch (call) {
            case RECALL ->
                tool(own, "recall", Map.of("query", other.canary(), "by", "text"))
                        .and(tool(own, "recall", Map.of("query", "", "limit", 50)));
            case READ -> resource(own, other, "blocks");
            // The profile lists sessions. A context of a session shows the shared scope, too.
            case SESSION -> resource(own, other, "profile");
            case EXPORT -> resource(own, own, "profile").and(resource(own, own, "blocks"));
            case SHARED -> tool(own, "context", Map.of("session", other.session(), "prompt", "heron", "recent", "all"));
            case HANDLES -> foreignSession(own, other).and(tool(own, "get_blocks", Map.of()));
            case BLOCK ->
                tool(own, "update_block", Map.of("name", other.only(), "content", own.canary(), "version", 1))
                        .and(tool(own, "get_blocks", Map.of()));
            case FACT -> tool(own, "list_facts", Map.of("subject", "code"));
            case REMEMBER -> {
                String text = "heron " + own.canary();
                yield tool(own, "remember", Map.of("id", other.only(), "session", other.session(), "text", text))
                        .and(tool(own, "remember", Map.of("session", other.session(), "text", text)));
            }
            case FORGET -> forget(own, Map.of("id", other.only())).and(forget(own, Map.of("session", other.session())));
            case FORGET_ALL -> forget(own, Map.of("session", "same"));
        };
    }

    /** Calls the tool for an erasure, and again with the confirmation of its dry run. */
    private DoorAnswer forget(HostileTenant own, Map<String, Object> arguments) {
        DoorAnswer dry = tool(own, "forget", arguments);
        Matcher confirmation = CONFIRMATION.matcher(dry.shown());
        if (!confirmation.find()) {
            return dry;
        }
        Map<String, Object> confirmed = new HashMap<>(arguments);
        confirmed.put("confirmation", confirmation.group(1));
        DoorAnswer erased = tool(own, "forget", confirmed);
        return new DoorAnswer(dry.shown() + "\n" + erased.shown(), erased.refused());
    }

    private DoorAnswer tool(HostileTenant own, String name, Map<String, ?> arguments) {
        return post(own, session(own), "tools/call", Map.of("name", name, "arguments", arguments));
    }

    /** Reads a resource of a tenant by its address. */
    private DoorAnswer resource(HostileTenant own, HostileTenant of, String name) {
        String uri =
                "daybook://" + segment(of.space()) + "/" + segment(of.code()).replace("%3A", ":") + "/" + name;
        return post(own, session(own), "resources/read", Map.of("uri", uri));
    }

    /** Uses the session of another tenant with the own key. */
    private DoorAnswer foreignSession(HostileTenant own, HostileTenant other) {
        DoorAnswer foreign =
                post(own, session(other), "tools/call", Map.of("name", "get_blocks", "arguments", Map.of()));
        assertThat(foreign.refused())
                .as("%s uses the session of %s", own, other)
                .isTrue();
        return foreign;
    }

    private String session(HostileTenant tenant) {
        return sessions.computeIfAbsent(
                tenant,
                first -> send(
                                key(first),
                                "POST",
                                "/mcp",
                                message(
                                        "initialize",
                                        Map.of(
                                                "protocolVersion",
                                                VERSION,
                                                "capabilities",
                                                Map.of(),
                                                "clientInfo",
                                                Map.of("name", "test", "version", "1"))),
                                "Accept",
                                "application/json, text/event-stream")
                        .headers()
                        .firstValue("Mcp-Session-Id")
                        .orElseThrow());
    }

    private DoorAnswer post(HostileTenant own, String session, String method, Map<String, ?> parameters) {
        HttpResponse<String> response = send(
                key(own),
                "POST",
                "/mcp",
                message(method, parameters),
                "Accept",
                "application/json, text/event-stream",
                "Mcp-Session-Id",
                session);
        assertThat(response.statusCode()).as("%s: %s", method, response.body()).isLessThan(500);
        String body = response.body();
        boolean refused = response.statusCode() >= 400
                || body.contains("\"isError\":true")
                || body.contains("\"error\":{\"code\"");
        return new DoorAnswer(body, refused);
    }

    private static String message(String method, Map<String, ?> parameters) {
        return PlainJson.write(Map.of("jsonrpc", "2.0", "id", 1, "method", method, "params", parameters));
    }

    private static String segment(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

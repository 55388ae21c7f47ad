package dev.daybook.server.mcp.protocol;

import dev.daybook.internal.json.PlainJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The versions of the protocol around the methods of a server: the handshake and what belongs to it in the older ones,
 * discovery and the further fields of each result in the one without a handshake.
 */
public record McpProtocol(McpMethods methods) {

    public static final String INITIALIZE = "initialize";
    /** Also allowed before the handshake. */
    public static final String PING = "ping";

    public static final String DISCOVER = "server/discover";
    public static final String RESULT_TYPE = "resultType";
    public static final String COMPLETE = "complete";

    private static final List<String> LEVELS =
            List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

    /** The tools of a key change with its rights only, and then a call is refused. */
    private static final long LIST_MILLISECONDS = 300_000;

    /** The results that a client may keep, and for how many milliseconds. */
    private static final Map<String, Long> FRESH = Map.of(
            DISCOVER,
            LIST_MILLISECONDS,
            "tools/list",
            LIST_MILLISECONDS,
            "prompts/list",
            LIST_MILLISECONDS,
            "resources/list",
            LIST_MILLISECONDS,
            "resources/templates/list",
            LIST_MILLISECONDS,
            "resources/read",
            0L);

    /**
     * Answers a request of a version with a handshake.
     *
     * @param versions those of the transport
     */
    public Map<String, @Nullable Object> withHandshake(McpRequest request, List<String> versions) {
        try {
            return answer(
                    request,
                    switch (request.method()) {
                        case INITIALIZE -> initialized(request, versions);
                        case PING -> Map.of();
                        case "logging/setLevel" -> levelSet(request);
                        default -> methods.answer(request);
                    });
        } catch (ProtocolException e) {
            return e.answer(request.id());
        }
    }

    /** Accepts a level; there are no messages of any. */
    private static Map<String, @Nullable Object> levelSet(McpRequest request) {
        if (!LEVELS.contains(request.text("level"))) {
            throw new ProtocolException(
                    ProtocolException.INVALID_PARAMS, "'params.level' is not known; use " + String.join(", ", LEVELS));
        }
        return Map.of();
    }

    /** Accepts the version of a client, or answers with the newest one, which it may refuse. */
    private Map<String, @Nullable Object> initialized(McpRequest request, List<String> versions) {
        Object wanted = request.parameters().get("protocolVersion");
        McpMethods.Description description = methods.description();
        Map<String, @Nullable Object> capabilities = PlainJson.object("logging", Map.of());
        capabilities.putAll(description.capabilities());
        boolean isSpoken = wanted != null && versions.contains(wanted);
        Map<String, @Nullable Object> result =
                PlainJson.object("protocolVersion", isSpoken ? wanted : ProtocolVersion.NEWEST_WITH_HANDSHAKE);
        result.put("capabilities", capabilities);
        result.put("serverInfo", description.identity());
        result.put("instructions", description.instructions());
        return result;
    }

    /** Answers a request of the version without a handshake. */
    public Map<String, @Nullable Object> stateless(McpRequest request) {
        try {
            ProtocolVersion.check(request.parameters());
            Map<String, @Nullable Object> result = new LinkedHashMap<>();
            result.put(RESULT_TYPE, COMPLETE);
            result.putAll(request.method().equals(DISCOVER) ? discovered() : methods.answer(request));
            Long fresh = FRESH.get(request.method());
            if (fresh != null) {
                result.put("ttlMs", fresh);
                // What a key may see is not what another one may.
                result.put("cacheScope", "private");
            }
            result.put(
                    "_meta",
                    Map.of(ProtocolVersion.SERVER, methods.description().identity()));
            return answer(request, result);
        } catch (ProtocolException e) {
            boolean isMissing = e.code() == ProtocolException.RESOURCE_NOT_FOUND;
            return e.answer(request.id(), isMissing ? ProtocolException.INVALID_PARAMS : e.code());
        }
    }

    private Map<String, @Nullable Object> discovered() {
        McpMethods.Description description = methods.description();
        Map<String, @Nullable Object> result = PlainJson.object("supportedVersions", ProtocolVersion.ALL);
        result.put("capabilities", description.capabilities());
        result.put(
                "instructions",
                description.instructions()
                        + " Pass the session that 'remember' returns with the later calls of the same"
                        + " conversation.");
        return result;
    }

    private static Map<String, @Nullable Object> answer(McpRequest request, Map<String, @Nullable Object> result) {
        return McpMessage.answer(request.id(), "result", result);
    }
}

package dev.daybook.server.mcp;

import dev.daybook.internal.json.PlainJson;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The supported versions of the protocol: the versions with a handshake. */
final class ProtocolVersion {

    static final List<String> SPOKEN = List.of(
            ProtocolVersions.MCP_2024_11_05,
            ProtocolVersions.MCP_2025_03_26,
            ProtocolVersions.MCP_2025_06_18,
            ProtocolVersions.MCP_2025_11_25);

    /** The JSON-RPC error for an unsupported version without a handshake; its clients understand it. */
    private static final int UNSUPPORTED = -32022;

    /** Key of such a version in a request. */
    private static final String NAMED = "io.modelcontextprotocol/protocolVersion";

    private ProtocolVersion() {}

    /** Returns the version that a request names; null if it relies on a handshake. */
    static @Nullable String of(@Nullable Object parameters) {
        return parameters instanceof Map<?, ?> map
                        && map.get("_meta") instanceof Map<?, ?> meta
                        && meta.get(NAMED) instanceof String version
                ? version
                : null;
    }

    /** Returns the error for a request of an unsupported version. */
    static Map<String, @Nullable Object> refusal(@Nullable Object id, String requested) {
        Map<String, @Nullable Object> data = PlainJson.object("supported", SPOKEN);
        data.put("requested", requested);
        return error(
                id,
                UNSUPPORTED,
                "this protocol version is not supported; use one of " + String.join(", ", SPOKEN)
                        + ", and begin with 'initialize'",
                data);
    }

    /** Formats an error of JSON-RPC. */
    static Map<String, @Nullable Object> error(@Nullable Object id, int code, String message, @Nullable Object data) {
        Map<String, @Nullable Object> error = PlainJson.object("code", code);
        error.put("message", message);
        if (data != null) {
            error.put("data", data);
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("jsonrpc", "2.0");
        answer.put("id", id);
        answer.put("error", error);
        return answer;
    }
}

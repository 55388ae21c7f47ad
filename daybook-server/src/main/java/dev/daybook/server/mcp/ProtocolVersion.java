package dev.daybook.server.mcp;

import dev.daybook.server.json.Answers;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The versions of the protocol that are spoken here: those that begin with a handshake. */
final class ProtocolVersion {

    static final List<String> SPOKEN = List.of(
            ProtocolVersions.MCP_2024_11_05,
            ProtocolVersions.MCP_2025_03_26,
            ProtocolVersions.MCP_2025_06_18,
            ProtocolVersions.MCP_2025_11_25);

    /** What a version without a handshake answers to one that it does not speak; its clients understand it. */
    private static final int UNSUPPORTED = -32022;

    /** Under which a request of such a version names it. */
    private static final String NAMED = "io.modelcontextprotocol/protocolVersion";

    private ProtocolVersion() {}

    /** The version that a request names by itself; null if it leaves that to a handshake. */
    static @Nullable String of(@Nullable Object parameters) {
        return parameters instanceof Map<?, ?> map
                        && map.get("_meta") instanceof Map<?, ?> meta
                        && meta.get(NAMED) instanceof String version
                ? version
                : null;
    }

    /** What a request of another version is told. */
    static Map<String, @Nullable Object> refusal(@Nullable Object id, String requested) {
        Map<String, @Nullable Object> data = Answers.with("supported", SPOKEN);
        data.put("requested", requested);
        return error(
                id,
                UNSUPPORTED,
                "this protocol version is not spoken here; use one of " + String.join(", ", SPOKEN)
                        + ", and begin with 'initialize'",
                data);
    }

    /** An error as JSON-RPC writes it. */
    static Map<String, @Nullable Object> error(@Nullable Object id, int code, String message, @Nullable Object data) {
        Map<String, @Nullable Object> error = Answers.with("code", code);
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

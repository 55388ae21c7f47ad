package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.server.mcp.protocol.McpRequest;
import dev.daybook.server.mcp.protocol.ProtocolException;
import dev.daybook.server.mcp.protocol.ProtocolVersion;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Base64;
import java.util.Collections;

/**
 * The headers that repeat fields of a request without a handshake. Proxies decide by them, so a message that says
 * something else is refused.
 */
final class MirroredHeaders {

    static final String VERSION = "MCP-Protocol-Version";

    private static final String BASE64 = "=?base64?";
    private static final String BASE64_END = "?=";

    private MirroredHeaders() {}

    /**
     * Checks the headers of a request.
     *
     * @throws ProtocolException if one is missing or differs from the message, or if their version is another one, whose
     *     headers may be others as well
     */
    static void check(HttpServletRequest request, McpRequest message) {
        String version = value(request, VERSION);
        String named = ProtocolVersion.of(message.parameters());
        if (named != null) {
            require(VERSION, version, named);
        }
        ProtocolVersion.check(version);
        require("Mcp-Method", value(request, "Mcp-Method"), message.method());
        String field = switch (message.method()) {
            case "tools/call", "prompts/get" -> "name";
            case "resources/read" -> "uri";
            default -> "";
        };
        if (message.parameters().get(field) instanceof String name) {
            require("Mcp-Name", decoded(value(request, "Mcp-Name")), name);
        }
    }

    /** Returns the value of a header; a repeated header has no single one, so it equals none. */
    private static String value(HttpServletRequest request, String name) {
        return String.join(",", Collections.list(request.getHeaders(name))).strip();
    }

    private static String decoded(String value) {
        if (!value.startsWith(BASE64) || !value.endsWith(BASE64_END)) {
            return value;
        }
        try {
            String encoded = value.substring(BASE64.length(), value.length() - BASE64_END.length());
            return new String(Base64.getDecoder().decode(encoded), UTF_8);
        } catch (IllegalArgumentException | IndexOutOfBoundsException invalid) {
            return value;
        }
    }

    private static void require(String header, String value, String wanted) {
        if (!value.equals(wanted)) {
            throw new ProtocolException(
                    ProtocolException.HEADER_MISMATCH,
                    "the header '" + header + "' is '" + value + "', and the message says '" + wanted
                            + "'; send the same value in both");
        }
    }
}

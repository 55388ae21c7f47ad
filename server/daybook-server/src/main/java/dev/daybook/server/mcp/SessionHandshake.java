package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.internal.json.PlainJson;
import io.modelcontextprotocol.spec.HttpHeaders;
import io.modelcontextprotocol.spec.ProtocolVersions;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A handshake in the place of a client that has shaken hands with another server. It is a request of its own to the
 * SDK's servlet, because the SDK opens a session in no other way.
 */
final class SessionHandshake extends SessionRequest {

    private SessionHandshake(HttpServletRequest request) {
        super(request, null, message(request.getHeader(HttpHeaders.PROTOCOL_VERSION)));
    }

    /** Opens a session in the SDK and returns its id there; the client's request and response stay untouched. */
    static String with(HttpServlet transport, HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        DroppedResponse answer = new DroppedResponse(response);
        transport.service(new SessionHandshake(request), answer);
        String session = answer.session();
        if (session == null) {
            throw new IllegalStateException("the MCP SDK opened no session for a handshake; this is a bug of Daybook");
        }
        return session;
    }

    /** Names no capabilities of the client, so the server asks it for nothing. */
    private static byte[] message(@Nullable String version) {
        Map<String, Object> parameters = Map.of(
                "protocolVersion",
                version == null ? ProtocolVersions.MCP_2025_11_25 : version,
                "capabilities",
                Map.of(),
                "clientInfo",
                Map.of("name", "continued session", "version", "1"));
        return PlainJson.write(Map.of("jsonrpc", "2.0", "id", 1, "method", "initialize", "params", parameters))
                .getBytes(UTF_8);
    }

    @Override
    public String getMethod() {
        return "POST";
    }

    @Override
    public @Nullable String getHeader(String name) {
        return name.equalsIgnoreCase(HttpHeaders.ACCEPT)
                ? "application/json, text/event-stream"
                : super.getHeader(name);
    }

    @Override
    public String getContentType() {
        return "application/json";
    }

    @Override
    public String getCharacterEncoding() {
        return UTF_8.name();
    }
}

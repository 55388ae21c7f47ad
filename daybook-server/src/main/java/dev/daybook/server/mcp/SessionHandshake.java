package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.server.json.JsonText;
import io.modelcontextprotocol.spec.HttpHeaders;
import io.modelcontextprotocol.spec.ProtocolVersions;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A handshake in the place of a client that has shaken hands with another server. It is a request of its own to the
 * SDK's servlet, because the SDK opens a session in no other way.
 */
final class SessionHandshake {

    private SessionHandshake() {}

    /** Opens a session in the SDK and returns its id there; the client's request and response stay untouched. */
    static String with(HttpServlet transport, HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        HandshakeResponse answer = new HandshakeResponse(response);
        transport.service(new HandshakeRequest(request), answer);
        if (answer.session == null) {
            throw new IllegalStateException("the MCP SDK opened no session for a handshake; this is a bug of Daybook");
        }
        return answer.session;
    }

    /** Names no capabilities of the client, so the server asks it for nothing. */
    private static byte[] message(@Nullable String version) {
        return JsonText.write(Map.of(
                        "jsonrpc",
                        "2.0",
                        "id",
                        1,
                        "method",
                        "initialize",
                        "params",
                        Map.of(
                                "protocolVersion",
                                version == null ? ProtocolVersions.MCP_2025_11_25 : version,
                                "capabilities",
                                Map.of(),
                                "clientInfo",
                                Map.of("name", "continued session", "version", "1"))))
                .getBytes(UTF_8);
    }

    private static final class HandshakeRequest extends HttpServletRequestWrapper {

        private final byte[] body;

        HandshakeRequest(HttpServletRequest request) {
            super(request);
            body = message(request.getHeader(HttpHeaders.PROTOCOL_VERSION));
        }

        @Override
        public String getMethod() {
            return "POST";
        }

        @Override
        public @Nullable String getHeader(String name) {
            if (name.equalsIgnoreCase(HttpHeaders.ACCEPT)) {
                return "application/json, text/event-stream";
            }
            return name.equalsIgnoreCase(HttpHeaders.MCP_SESSION_ID) ? null : super.getHeader(name);
        }

        @Override
        public String getContentType() {
            return "application/json";
        }

        @Override
        public String getCharacterEncoding() {
            return UTF_8.name();
        }

        @Override
        public long getContentLengthLong() {
            return body.length;
        }

        @Override
        public ServletInputStream getInputStream() {
            return new BodyStream(new ByteArrayInputStream(body));
        }
    }

    private static final class BodyStream extends ServletInputStream {

        private final ByteArrayInputStream body;

        BodyStream(ByteArrayInputStream body) {
            this.body = body;
        }

        @Override
        public int read() {
            return body.read();
        }

        @Override
        public boolean isFinished() {
            return body.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("this body is read with blocking calls");
        }
    }

    /** Takes the session id of the answer and drops the rest. */
    private static final class HandshakeResponse extends HttpServletResponseWrapper {

        private @Nullable String session;

        HandshakeResponse(HttpServletResponse response) {
            super(response);
        }

        @Override
        public void setHeader(String name, String value) {
            if (name.equalsIgnoreCase(HttpHeaders.MCP_SESSION_ID)) {
                session = value;
            }
        }

        @Override
        public void setStatus(int status) {}

        @Override
        public void setContentType(String type) {}

        @Override
        public void setCharacterEncoding(String encoding) {}

        @Override
        public void sendError(int status) {}

        @Override
        public void sendError(int status, String message) {}

        @Override
        public PrintWriter getWriter() {
            return new PrintWriter(Writer.nullWriter());
        }
    }
}

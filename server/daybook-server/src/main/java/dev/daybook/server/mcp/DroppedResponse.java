package dev.daybook.server.mcp;

import io.modelcontextprotocol.spec.HttpHeaders;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.PrintWriter;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/** A response of the SDK that does not reach the client. */
final class DroppedResponse extends HttpServletResponseWrapper {

    private @Nullable String session;

    DroppedResponse(HttpServletResponse response) {
        super(response);
    }

    /** Returns the SDK's id of the session that it opened; null if it opened none. */
    @Nullable
    String session() {
        return session;
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

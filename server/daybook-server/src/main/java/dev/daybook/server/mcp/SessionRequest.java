package dev.daybook.server.mcp;

import io.modelcontextprotocol.spec.HttpHeaders;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request with a verified session id, in the form that the SDK uses. */
final class SessionRequest extends HttpServletRequestWrapper {

    private final @Nullable String session;

    SessionRequest(HttpServletRequest request, @Nullable String session) {
        super(request);
        this.session = session;
    }

    @Override
    public @Nullable String getHeader(String name) {
        return name.equalsIgnoreCase(HttpHeaders.MCP_SESSION_ID) ? session : super.getHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return name.equalsIgnoreCase(HttpHeaders.MCP_SESSION_ID)
                ? Collections.enumeration(session == null ? List.of() : List.of(session))
                : super.getHeaders(name);
    }
}

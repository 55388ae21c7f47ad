package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.server.problem.Problem;
import io.modelcontextprotocol.spec.HttpHeaders;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A response that seals the id of a session before it leaves, and tells failures as problems. */
final class SessionResponse extends HttpServletResponseWrapper {

    static final String NO_SESSION = "there is no such MCP session for this key; send 'initialize' for a new one";

    private final UnaryOperator<String> seal;

    SessionResponse(HttpServletResponse response, UnaryOperator<String> seal) {
        super(response);
        this.seal = seal;
    }

    @Override
    public void setHeader(String name, String value) {
        super.setHeader(name, name.equalsIgnoreCase(HttpHeaders.MCP_SESSION_ID) ? seal.apply(value) : value);
    }

    @Override
    public void sendError(int status) throws IOException {
        sendError(status, null);
    }

    @Override
    public void sendError(int status, @Nullable String message) throws IOException {
        switch (status) {
            case SC_NOT_FOUND -> write((HttpServletResponse) getResponse(), Problem.notFound(NO_SESSION));
            case SC_SERVICE_UNAVAILABLE ->
                write(
                        (HttpServletResponse) getResponse(),
                        new Problem(status, "unavailable", "Stopping", "the server stops; try again later", Map.of()));
            default -> super.sendError(status);
        }
    }

    static void write(HttpServletResponse response, Problem problem) throws IOException {
        response.setStatus(problem.status());
        response.setContentType("application/problem+json");
        if (problem.status() == SC_UNAUTHORIZED) {
            response.setHeader("WWW-Authenticate", "Bearer");
        }
        response.getOutputStream().write(problem.json().getBytes(UTF_8));
    }
}

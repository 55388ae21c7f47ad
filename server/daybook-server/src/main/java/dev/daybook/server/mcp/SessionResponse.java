package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.server.problem.Problem;
import dev.daybook.server.problem.TooLargeException;
import io.modelcontextprotocol.spec.HttpHeaders;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A response that seals the session id before it leaves, and writes failures as problems. */
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
        Problem problem = switch (status) {
            case SC_NOT_FOUND -> Problem.notFound(NO_SESSION);
            case SC_METHOD_NOT_ALLOWED ->
                new Problem(status, "invalid", "Not allowed", "this method is not known here; use POST", Map.of());
            case SC_REQUEST_ENTITY_TOO_LARGE ->
                Problem.of(new TooLargeException("the body is too large; send less at a time"));
            case SC_SERVICE_UNAVAILABLE ->
                new Problem(status, "unavailable", "Stopping", "the server stops; try again later", Map.of());
            default -> new Problem(status, "failed", "Failed", "the call failed; try again", Map.of());
        };
        write((HttpServletResponse) getResponse(), problem);
    }

    static void write(HttpServletResponse response, Problem problem) throws IOException {
        problem.headers().forEach(response::setHeader);
        write(response, problem.status(), Problem.MEDIA_TYPE, problem.json());
    }

    static void write(HttpServletResponse response, int status, String type, String body) throws IOException {
        response.setStatus(status);
        response.setContentType(type);
        response.getOutputStream().write(body.getBytes(UTF_8));
    }
}

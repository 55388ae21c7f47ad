package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.LocalDaybook;
import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.keys.GrantPlace;
import dev.daybook.server.mcp.protocol.McpMessage;
import dev.daybook.server.mcp.protocol.McpMethods;
import dev.daybook.server.mcp.protocol.McpProtocol;
import dev.daybook.server.mcp.protocol.McpRequest;
import dev.daybook.server.mcp.protocol.ProtocolException;
import dev.daybook.server.mcp.protocol.ProtocolVersion;
import dev.daybook.server.problem.Problem;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * MCP over streamable HTTP. The key of a request selects the scope. A client may go on with its session at any server that
 * has the same keys; a request that names its protocol version itself has none.
 */
public final class McpServlet extends HttpServlet {

    public static final String PATH = "/mcp";

    /** An idle session counts no more after this time; the next call of its client opens it again. */
    private static final Duration MAX_IDLE = Duration.ofHours(6);

    /** The request attribute with the heap reservation for the answer, a {@link HeapReservation}. */
    public static final String ROOM = "dev.daybook.room";

    /** The request attribute with the body, if it was read before. */
    public static final String BODY = "dev.daybook.body";

    private static final String SESSION = "Mcp-Session-Id";
    private static final String JSON = "application/json";
    private static final long serialVersionUID = 1;

    private final transient McpAccess access;
    private final transient McpProtocol protocol;
    private final transient SessionIds ids = new SessionIds();
    private final transient Clock clock = Clock.systemUTC();
    private final transient OpenSessions sessions = new OpenSessions(MAX_IDLE, clock);

    /**
     * @param daybook owned by the caller, who closes it
     * @param agents the permissions of the clients
     */
    public McpServlet(LocalDaybook daybook, McpAccess access, McpCalls calls, AgentOptions agents) {
        this(
                access,
                new MemoryServer(
                        caller -> {
                            Scope scope = scope(caller);
                            return daybook.space(scope.space().id(), caller.principal(scope))
                                    .memory(scope);
                        },
                        calls,
                        agents,
                        Clock.systemUTC()));
    }

    McpServlet(McpAccess access, McpMethods methods) {
        this.access = access;
        this.protocol = new McpProtocol(methods);
    }

    /**
     * Returns the scope that the key was created for, or the anonymous scope of its space; nothing in the request changes
     * it.
     *
     * @throws dev.daybook.server.problem.ForbiddenException if the grant of that scope was withdrawn
     */
    private static Scope scope(AuthenticatedCaller caller) {
        GrantPlace home = caller.home();
        if (home == null) {
            return new Scope.Anonymous(Space.DEFAULT);
        }
        return home.scope() == null ? new Scope.Anonymous(home.space()) : home.scope();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            Optional<Problem> refusal = access.refusal(request.getHeader("Host"), request.getHeader("Origin"));
            if (refusal.isPresent()) {
                refuse(response, refusal.get());
                return;
            }
            AuthenticatedCaller caller = access.caller(request.getHeader("Authorization"));
            switch (request.getMethod()) {
                case "POST" -> called(caller, request, response);
                case "DELETE" -> {
                    String session = session(request);
                    ids.memorySession(caller, session);
                    sessions.ended(caller, session);
                }
                default -> {
                    // Clients ask for a stream of notifications, of which there are none.
                    response.setHeader("Allow", "POST, DELETE");
                    write(response, Problem.otherMethod("this method is not known here; use POST"));
                }
            }
        } catch (ProtocolException e) {
            write(response, 400, JSON, PlainJson.write(e.answer()));
        } catch (RuntimeException e) {
            if (response.isCommitted()) {
                throw e;
            }
            refuse(response, Problem.of(e));
        }
    }

    private void refuse(HttpServletResponse response, Problem problem) throws IOException {
        access.refused(problem);
        write(response, problem);
    }

    private void called(AuthenticatedCaller caller, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        McpMessage message = McpMessage.read(
                request.getAttribute(BODY) instanceof byte[] body
                        ? body
                        : request.getInputStream().readAllBytes());
        String version = request.getHeader(MirroredHeaders.VERSION);
        if (ProtocolVersion.of(message.parameters()) != null
                || version != null && !ProtocolVersion.WITH_HANDSHAKE.contains(version)) {
            stateless(caller, message, request, response);
            return;
        }
        try {
            inSession(caller, message, request, response);
        } catch (ProtocolException e) {
            write(response, 400, JSON, PlainJson.write(e.answer(message.id())));
        }
    }

    private void stateless(
            AuthenticatedCaller caller, McpMessage message, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        McpRequest call = message.request(caller, room(request), ConnectionSession.begun(clock));
        if (call == null) {
            response.setStatus(HttpServletResponse.SC_ACCEPTED);
            return;
        }
        Map<String, @Nullable Object> answer;
        try {
            MirroredHeaders.check(request, call);
            answer = protocol.stateless(call);
        } catch (ProtocolException e) {
            answer = e.answer(call.id());
        }
        write(response, status(answer), JSON, PlainJson.write(answer));
    }

    private static int status(Map<String, @Nullable Object> answer) {
        Object code = answer.get("error") instanceof Map<?, ?> error ? error.get("code") : null;
        if (code == null || code.equals(ProtocolException.INTERNAL_ERROR)) {
            return HttpServletResponse.SC_OK;
        }
        return code.equals(ProtocolException.METHOD_NOT_FOUND)
                ? HttpServletResponse.SC_NOT_FOUND
                : HttpServletResponse.SC_BAD_REQUEST;
    }

    private void inSession(
            AuthenticatedCaller caller, McpMessage message, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        boolean begins = McpProtocol.INITIALIZE.equals(message.method());
        String memorySession;
        if (begins && request.getHeader(SESSION) == null) {
            sessions.requireRoom(caller);
            memorySession = ConnectionSession.begun(clock);
        } else {
            memorySession = ids.memorySession(caller, session(request));
            sessions.used(caller, session(request));
        }
        McpRequest call = message.request(caller, room(request), memorySession);
        if (call == null) {
            response.setStatus(HttpServletResponse.SC_ACCEPTED);
            return;
        }
        String answer = PlainJson.write(protocol.withHandshake(call, ProtocolVersion.HTTP_WITH_HANDSHAKE));
        if (begins) {
            // A handshake that names the previous session continues its memory session.
            String id = ids.created(caller, memorySession);
            sessions.begun(caller, id);
            response.setHeader(SESSION, id);
            write(response, HttpServletResponse.SC_OK, JSON, answer);
        } else {
            write(response, HttpServletResponse.SC_OK, "text/event-stream", "event: message\ndata: " + answer + "\n\n");
        }
    }

    private static String session(HttpServletRequest request) {
        String given = request.getHeader(SESSION);
        if (given == null) {
            throw new ProtocolException(
                    ProtocolException.INVALID_REQUEST,
                    "the header '" + SESSION + "' is missing; send 'initialize' first, and the session that it"
                            + " returns with each further message");
        }
        return given;
    }

    private static HeapReservation room(HttpServletRequest request) {
        return request.getAttribute(ROOM) instanceof HeapReservation room ? room : HeapReservation.UNLIMITED;
    }

    private static void write(HttpServletResponse response, Problem problem) throws IOException {
        problem.headers().forEach(response::setHeader);
        write(response, problem.status(), Problem.MEDIA_TYPE, problem.json());
    }

    private static void write(HttpServletResponse response, int status, String type, String body) throws IOException {
        response.setStatus(status);
        response.setContentType(type);
        response.getOutputStream().write(body.getBytes(UTF_8));
    }
}

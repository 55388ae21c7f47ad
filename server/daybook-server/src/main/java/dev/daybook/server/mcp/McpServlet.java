package dev.daybook.server.mcp;

import dev.daybook.LocalDaybook;
import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.Problem;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.HttpHeaders;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * MCP over streamable HTTP. The key of a request selects the scope; each scope has its own MCP server, created on first
 * use, so that no session can belong to two. A client may go on with its session at any server that has the same keys.
 */
public final class McpServlet extends HttpServlet {

    public static final String PATH = "/mcp";

    /** Well below the timeouts after which the server or a proxy closes a silent connection. */
    private static final Duration PING = Duration.ofSeconds(20);

    /** An idle session is closed after this time; the next call of its client opens it again. */
    private static final Duration MAX_IDLE = Duration.ofHours(6);

    /** The request attribute with the heap reservation for the answer, a {@link HeapReservation}. */
    public static final String ROOM = "dev.daybook.room";

    private static final String CALLER = "dev.daybook.caller";
    private static final String MEMORY_SESSION = "dev.daybook.conversation";
    private static final long serialVersionUID = 1;

    private final transient McpAccess access;
    private final transient Opening opening;
    private final int maxBody;
    private final transient SessionIds ids = new SessionIds();
    private final transient Clock clock = Clock.systemUTC();
    private final transient OpenSessions sessions = new OpenSessions(MAX_IDLE, clock);
    private final transient Map<Scope, HttpServletStreamableServerTransportProvider> servers =
            new ConcurrentHashMap<>();

    /**
     * @param daybook owned by the caller, who closes it
     * @param maxBody maximum size of a body in bytes
     * @param agents the permissions of the clients
     */
    public McpServlet(LocalDaybook daybook, McpAccess access, McpCalls calls, long maxBody, AgentOptions agents) {
        this(access, maxBody, (scope, transport) -> {
            Clock clock = Clock.systemUTC();
            // Each call carries the memory session of its MCP session.
            McpContext mcpContext = new McpContext(
                    caller -> daybook.space(scope.space().id(), caller.principal())
                            .memory(scope),
                    ConnectionSession.begun(clock),
                    clock,
                    agents);
            new MemoryServer(mcpContext, calls).over(McpServer.sync(transport));
        });
    }

    /** Opens a server for a scope. */
    interface Opening {
        void open(Scope scope, HttpServletStreamableServerTransportProvider transport);
    }

    McpServlet(McpAccess access, long maxBody, Opening opening) {
        this.access = access;
        this.maxBody = (int) Math.min(maxBody, Integer.MAX_VALUE);
        this.opening = opening;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        try {
            Optional<Problem> refusal = access.refusal(request.getHeader("Host"), request.getHeader("Origin"));
            if (refusal.isPresent()) {
                refuse(response, refusal.get());
                return;
            }
            String version = request.getHeader(HttpHeaders.PROTOCOL_VERSION);
            if (version != null && !ProtocolVersion.SPOKEN.contains(version)) {
                SessionResponse.write(
                        response, 400, "application/json", PlainJson.write(ProtocolVersion.refusal(null, version)));
                return;
            }
            AuthenticatedCaller caller = access.caller(request.getHeader("Authorization"));
            admitted(caller, request, response);
        } catch (RuntimeException e) {
            if (response.isCommitted()) {
                throw e;
            }
            refuse(response, Problem.of(e));
        }
    }

    private void refuse(HttpServletResponse response, Problem problem) throws IOException {
        access.refused(problem);
        SessionResponse.write(response, problem);
    }

    private void admitted(AuthenticatedCaller caller, HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String given = request.getHeader(HttpHeaders.MCP_SESSION_ID);
        // A handshake that names the previous session continues its memory session.
        String memorySession = given == null ? ConnectionSession.begun(clock) : ids.memorySession(caller, given);
        request.setAttribute(CALLER, caller);
        request.setAttribute(MEMORY_SESSION, memorySession);
        HttpServletStreamableServerTransportProvider server = servers.computeIfAbsent(scope(caller), this::open);
        if (given == null) {
            sessions.requireRoom(caller);
            server.service(
                    new SessionRequest(request, null),
                    new SessionResponse(response, id -> begun(caller, id, memorySession)));
        } else if (request.getMethod().equals("DELETE")) {
            String transportId = sessions.ended(caller, given);
            if (transportId != null) {
                server.service(new SessionRequest(request, transportId), new SessionResponse(response, id -> given));
            }
        } else {
            String transportId =
                    sessions.transportId(caller, given, () -> SessionHandshake.with(server, request, response));
            SessionResponse answer = new SessionResponse(
                    response, id -> id.equals(transportId) ? given : begun(caller, id, memorySession));
            called(server, request, transportId, answer);
        }
    }

    private static void called(
            HttpServletStreamableServerTransportProvider server,
            HttpServletRequest request,
            String transportId,
            SessionResponse response)
            throws ServletException, IOException {
        if (!ClientAnswer.isPossible(request)) {
            server.service(new SessionRequest(request, transportId), response);
            return;
        }
        byte[] body = request.getInputStream().readNBytes(ClientAnswer.MAX_LENGTH);
        SessionRequest call = new SessionRequest(request, transportId, body);
        if (ClientAnswer.isIn(body)) {
            server.service(call, new DroppedResponse(response));
            response.setStatus(HttpServletResponse.SC_ACCEPTED);
        } else {
            server.service(call, response);
        }
    }

    /** Returns the id by which the client knows a session that the SDK has begun. */
    private String begun(AuthenticatedCaller caller, String transportId, String memorySession) {
        String id = ids.created(caller, memorySession);
        sessions.begun(caller, id, transportId);
        return id;
    }

    /** Returns the scope of the key, or the anonymous scope of its space; nothing in the request changes it. */
    private static Scope scope(AuthenticatedCaller caller) {
        if (caller.key() == null) {
            return new Scope.Anonymous(Space.DEFAULT);
        }
        Scope scope = caller.key().scope();
        return scope == null ? new Scope.Anonymous(caller.key().space()) : scope;
    }

    private HttpServletStreamableServerTransportProvider open(Scope scope) {
        HttpServletStreamableServerTransportProvider transport = HttpServletStreamableServerTransportProvider.builder()
                .jsonMapper(new PlainErrors(McpJsonDefaults.getMapper()))
                .mcpEndpoint(PATH)
                .maxRequestSize(maxBody)
                .keepAliveInterval(PING)
                .sessionSweepInterval(MAX_IDLE)
                .contextExtractor(McpServlet::context)
                .build();
        opening.open(scope, transport);
        return transport;
    }

    private static McpTransportContext context(HttpServletRequest request) {
        Map<String, Object> context = new HashMap<>();
        Object caller = request.getAttribute(CALLER);
        if (caller != null) {
            context.put(MemoryServer.CALLER, caller);
        }
        Object memorySession = request.getAttribute(MEMORY_SESSION);
        if (memorySession != null) {
            context.put(MemoryServer.MEMORY_SESSION, memorySession);
        }
        Object room = request.getAttribute(ROOM);
        if (room != null) {
            context.put(MemoryServer.ROOM, room);
        }
        return McpTransportContext.create(context);
    }

    /** Ends all sessions; listening ones would keep the server from stopping. */
    @Override
    public void destroy() {
        servers.values().forEach(transport -> transport.closeGracefully().block());
        servers.clear();
    }
}

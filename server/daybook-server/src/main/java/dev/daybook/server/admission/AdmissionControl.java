package dev.daybook.server.admission;

import dev.daybook.server.keys.AuthenticatedCaller;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Consumer;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;

/**
 * The parts of the overload control of one server, and their place in it.
 *
 * @param maxBody maximum size of a body in bytes
 */
public record AdmissionControl(
        RequestGuard guard, ServerLimits limits, HeapBudget budget, CallBulkheads bulkheads, long maxBody) {

    /** The paths of the proxy of chats. */
    public static final String PROXY = "/proxy/v1";

    private static final long IDLE_MILLISECONDS = 60_000;
    private static final long IDLE_MILLISECONDS_AT_LIMIT = 2_000;

    /** A path may hold a space, a user and an entry id, each of 512 characters with 12 bytes when encoded. */
    private static final int MAX_HEAD_BYTES = 32 << 10;

    /** Creates the parts; a body is at most as large as one that can ever be admitted. */
    public static AdmissionControl of(RequestGuard guard, ServerLimits limits, long maxBody) {
        HeapBudget budget = new HeapBudget(limits.heap());
        return new AdmissionControl(
                guard, limits, budget, new CallBulkheads(), Math.min(maxBody, budget.largestBody()));
    }

    /** Limits the heads of requests, and the time of a connection without one. */
    public static void limit(HttpConfiguration http) {
        http.setRequestHeaderSize(MAX_HEAD_BYTES);
        http.setIdleTimeout(IDLE_MILLISECONDS);
    }

    /** Returns a connector whose connections end when a head is late. */
    public ServerConnector connector(Server server, HttpConfiguration http) {
        return new ServerConnector(server, new TimedHeads(http, limits));
    }

    /**
     * Inserts the handlers in front of those of the server.
     *
     * @param graceful tracks the calls that are not shed
     * @param failures takes the codes of refusals
     */
    public void install(Server server, GracefulHandler graceful, Consumer<String> failures) {
        // At the limit new connections wait until others end, and those without a request in progress end soon.
        NetworkConnectionLimit connections = new NetworkConnectionLimit(limits.connections(MAX_HEAD_BYTES), server);
        connections.setEndPointIdleTimeout(IDLE_MILLISECONDS_AT_LIMIT);
        server.addBean(connections);
        server.setErrorHandler(new ProblemErrorHandler());
        server.insertHandler(new BodyAdmissionHandler(this, failures));
        server.insertHandler(graceful);
        server.insertHandler(new LoadSheddingHandler(bulkheads.of(CallPace.QUICK), guard, failures));
    }

    /** Returns the caller, authenticated and counted once: before its body was read, or now. */
    public AuthenticatedCaller caller(HttpServletRequest request) {
        return request.getAttribute(BodyAdmissionHandler.CALLER) instanceof AuthenticatedCaller sender
                ? sender
                : guard.caller(RequestGuard.credentials(ServletContextRequest.getServletContextRequest(request)));
    }

    /** Returns the caller of the proxy, as {@link #caller}; see {@link RequestGuard#proxied}. */
    public AuthenticatedCaller proxied(HttpServletRequest request) {
        return request.getAttribute(BodyAdmissionHandler.CALLER) instanceof AuthenticatedCaller sender
                ? sender
                : guard.proxied(request.getHeader("Authorization"));
    }

    /** Breaks a connection before the last chunk of its answer, so that the client sees a truncated answer. */
    public static void breakOff(HttpServletRequest request, Throwable failure) {
        ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint()
                .close(failure);
    }

    /** Returns the body of a request; empty if it has none. */
    public static byte[] body(HttpServletRequest request) {
        return request.getAttribute(BodyAdmissionHandler.BODY) instanceof byte[] bytes ? bytes : new byte[0];
    }
}

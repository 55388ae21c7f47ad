package dev.daybook.server.http;

import dev.daybook.LocalDaybook;
import dev.daybook.server.keys.ApiKeys;
import dev.daybook.server.problem.Problem;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.MethodNotAllowedResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Serves a daybook over HTTP until it is closed. Closing refuses new requests, completes the admitted ones, and leaves
 * the daybook open.
 */
public final class HttpServer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.daybook.server");
    private static final long IDLE_MILLISECONDS = 60_000;
    private static final long IDLE_MILLISECONDS_AT_LIMIT = 2_000;
    private static final long STOP_MILLISECONDS = 10_000;

    /** Waiting calls, all exports, imports and listeners at once, and some for other calls. */
    private static final int MAX_THREADS = 384;

    /** A path may hold a space, a user and an entry id, each of 512 characters with 12 bytes when encoded. */
    private static final int MAX_HEAD_BYTES = 32 << 10;

    private final CallBulkheads bulkheads = new CallBulkheads();
    /** Tracks the calls in progress. */
    private final GracefulHandler graceful = new GracefulHandler();

    private final EventStream events;
    private final McpMount mcp;
    private final Javalin javalin;

    /**
     * Starts to serve.
     *
     * @param daybook owned by the caller, who closes it
     * @param events the listener with which the daybook was opened
     * @param folder the data folder: readiness reports a full disk
     * @throws IllegalStateException if the port is in use, or the address is not an address of this machine
     */
    public HttpServer(LocalDaybook daybook, ApiKeys keys, EventStream events, ServeOptions options, Path folder) {
        this(daybook, keys, events, options, ServerLimits.ofProcess(), DiskSpace.of(folder));
    }

    HttpServer(
            LocalDaybook daybook,
            ApiKeys keys,
            EventStream events,
            ServeOptions options,
            ServerLimits limits,
            DiskSpace disk) {
        this.events = events;
        // First, so that nothing starts on an unavailable address.
        ServerSocketChannel socket = listen(options);
        HeapBudget budget = new HeapBudget(limits.heap());
        long maxBody = Math.min(options.maxBody(), budget.largestBody());
        RequestGuard requestGuard = new RequestGuard(options, keys);
        KnownOperations operations = new KnownOperations();
        events.also(operations);
        RequestDispatcher dispatch = new RequestDispatcher(daybook, operations, requestGuard, bulkheads, budget);
        ServerMetrics metrics = new ServerMetrics(daybook, bulkheads);
        events.also(metrics);
        OperatingRoutes operating = new OperatingRoutes(daybook, requestGuard, bulkheads, metrics, disk);
        StreamRoutes streamRoutes = new StreamRoutes(
                requestGuard,
                dispatch,
                operating,
                new ExportStream(daybook, bulkheads),
                new ImportStream.Admission(daybook, bulkheads, budget, limits, maxBody),
                events);
        mcp = new McpMount(daybook, requestGuard, bulkheads, metrics, maxBody, options.agents());
        javalin = Javalin.create(config -> {
            configure(
                    config,
                    limits,
                    new BodyAdmissionHandler(requestGuard, budget, limits, metrics, maxBody),
                    new LoadSheddingHandler(bulkheads.quick(), requestGuard, metrics));
            config.jetty.addConnector((server, http) -> connector(server, http, limits, socket));
            mcp.mount(config);
            config.routes.before(http -> {
                if (!OperatingRoutes.isProbe(http.path(), options)
                        && !requestGuard.admits(http.header("Host"), http.header("Origin"))) {
                    RequestDispatcher.answer(OperatingRoutes.FOREIGN, http);
                    http.skipRemainingHandlers();
                }
            });
            for (HttpRoute route : routes()) {
                route.paths()
                        .forEach(path -> config.routes.addHttpHandler(
                                HandlerType.findOrCreate(route.method()),
                                path,
                                operating.timed(route, http -> dispatch.handle(route, path, http))));
            }
            streamRoutes.register(config);
            operating.register(config);
            if (options.page()) {
                new PageRoutes().register(config);
            }
            config.routes.exception(Exception.class, RequestDispatcher::fail);
            config.routes.exception(MethodNotAllowedResponse.class, HttpServer::otherMethod);
            config.routes.error(404, HttpServer::unknown);
        });
        javalin.start();
    }

    private static ServerSocketChannel listen(ServeOptions options) {
        try {
            ServerSocketChannel socket = ServerSocketChannel.open();
            try {
                socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                return socket.bind(new InetSocketAddress(InetAddress.getByName(options.host()), options.port()));
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        } catch (IOException e) {
            throw new IllegalStateException(
                    "cannot listen on port " + options.port() + " of " + options.host() + " (" + e.getMessage()
                            + "); stop the program on that port, or choose another port with --port or another address with --host",
                    e);
        }
    }

    private static ServerConnector connector(
            Server server, HttpConfiguration http, ServerLimits limits, ServerSocketChannel socket) {
        ServerConnector connector = new ServerConnector(server, new TimedHeads(http, limits));
        try {
            connector.open(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return connector;
    }

    /** Returns the routes that answer one document. */
    static List<HttpRoute> routes() {
        List<HttpRoute> all = new ArrayList<>();
        all.addAll(EpisodeRoutes.all());
        all.addAll(SessionRoutes.all());
        all.addAll(BlockRoutes.all());
        all.addAll(KnowledgeRoutes.all());
        all.addAll(ScopeRoutes.all());
        all.addAll(QuarantineRoutes.all());
        all.addAll(SpaceRoutes.all());
        all.addAll(ProcessRoutes.all());
        all.addAll(OperationRoutes.all());
        all.addAll(EntryRoutes.all());
        return all;
    }

    private void configure(
            JavalinConfig config,
            ServerLimits limits,
            BodyAdmissionHandler bodies,
            LoadSheddingHandler loadSheddingHandler) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        // No virtual threads: SQLite and the embedder pin them to their carriers.
        config.jetty.threadPool = new QueuedThreadPool(MAX_THREADS);
        config.router.treatMultipleSlashesAsSingleSlash = false;
        config.http.prefer405over404 = true;
        config.jetty.modifyHttpConfiguration(HttpServer::limit);
        config.jetty.modifyServletContextHandler(handler -> handler.setErrorHandler(new ProblemErrorHandler()));
        config.jetty.modifyServer(server -> {
            // Jetty's own wait includes idle connections, which would use up its whole timeout.
            server.setStopTimeout(0);
            server.setErrorHandler(new ProblemErrorHandler());
            server.addBean(connectionLimit(server, limits));
            server.insertHandler(bodies);
            server.insertHandler(graceful);
            server.insertHandler(loadSheddingHandler);
        });
    }

    /** At the limit new connections wait until others end, and those without a request in progress end soon. */
    private static NetworkConnectionLimit connectionLimit(Server server, ServerLimits limits) {
        NetworkConnectionLimit limit = new NetworkConnectionLimit(limits.connections(MAX_HEAD_BYTES), server);
        limit.setEndPointIdleTimeout(IDLE_MILLISECONDS_AT_LIMIT);
        return limit;
    }

    private static void limit(HttpConfiguration http) {
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(MAX_HEAD_BYTES);
        http.setIdleTimeout(IDLE_MILLISECONDS);
    }

    /** Reveals only the routes, which are the same for every caller. */
    private static void otherMethod(MethodNotAllowedResponse refusal, Context http) {
        String allowed = String.join(", ", refusal.getDetails().values());
        http.header("Allow", allowed);
        RequestDispatcher.answer(
                Problem.otherMethod("this path takes " + allowed + "; use one of these methods"), http);
    }

    /** An unknown path gets the same answer as a missing resource. */
    private static void unknown(Context http) {
        if (http.res().getContentType() == null || !http.res().getContentType().startsWith(RequestDispatcher.PROBLEM)) {
            RequestDispatcher.answer(Problem.notFound("nothing is here; /openapi.json lists the paths"), http);
        }
    }

    public int port() {
        return javalin.port();
    }

    @Override
    public void close() {
        events.close();
        mcp.close();
        letEnd();
        javalin.stop();
        bulkheads.close();
    }

    /** Refuses new calls and waits until the admitted ones are answered. */
    private void letEnd() {
        try {
            graceful.shutdown().get(STOP_MILLISECONDS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.log(System.Logger.Level.WARNING, "the shutdown cut off calls that took too long");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

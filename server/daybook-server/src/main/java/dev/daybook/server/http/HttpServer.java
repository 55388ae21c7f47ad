package dev.daybook.server.http;

import dev.daybook.LocalDaybook;
import dev.daybook.server.admission.AdmissionControl;
import dev.daybook.server.admission.ProblemErrorHandler;
import dev.daybook.server.admission.RequestGuard;
import dev.daybook.server.admission.ServerLimits;
import dev.daybook.server.http.routes.DocumentRoutes;
import dev.daybook.server.http.routes.HttpRoute;
import dev.daybook.server.http.routes.KnownOperations;
import dev.daybook.server.keys.ApiKeys;
import dev.daybook.server.mem0.Mem0Routes;
import dev.daybook.server.problem.Problem;
import dev.daybook.server.proxy.ChatProxy;
import dev.daybook.server.telemetry.ServerTelemetry;
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
    private static final long STOP_MILLISECONDS = 10_000;

    /** Waiting calls, all exports, imports and listeners at once, and some for other calls. */
    private static final int MAX_THREADS = 384;

    private final AdmissionControl admission;
    /** Tracks the calls in progress. */
    private final GracefulHandler graceful = new GracefulHandler();

    private final EventStream events;
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
        this(daybook, keys, events, ServerTelemetry.withoutTraces(), options, folder);
    }

    /**
     * Starts to serve with traces.
     *
     * @param telemetry owned by the caller; its observer is that of the daybook
     * @throws IllegalStateException if the port is in use, or the address is not an address of this machine
     */
    public HttpServer(
            LocalDaybook daybook,
            ApiKeys keys,
            EventStream events,
            ServerTelemetry telemetry,
            ServeOptions options,
            Path folder) {
        this(daybook, keys, events, telemetry, options, ServerLimits.ofProcess(), DiskSpace.of(folder));
    }

    HttpServer(
            LocalDaybook daybook,
            ApiKeys keys,
            EventStream events,
            ServerTelemetry telemetry,
            ServeOptions options,
            ServerLimits limits,
            DiskSpace disk) {
        this.events = events;
        // First, so that nothing starts on an unavailable address.
        ServerSocketChannel socket = listen(options);
        KnownOperations operations = new KnownOperations();
        events.also(operations);
        admission = AdmissionControl.of(
                new RequestGuard(
                        keys, options.open(), options.rate(), options.host(), options.hosts(), options.origins()),
                limits,
                options.maxBody());
        RequestDispatcher dispatch = new RequestDispatcher(daybook, operations, keys, admission);
        ServerMetrics metrics = new ServerMetrics(daybook, admission.bulkheads(), telemetry);
        events.also(metrics);
        OperatingRoutes operating = new OperatingRoutes(daybook, admission, metrics, disk);
        StreamRoutes streamRoutes = new StreamRoutes(
                admission,
                dispatch,
                operating,
                new ExportStream(daybook, admission),
                new ImportStream.Admission(daybook, admission),
                events,
                new ChangeStream(daybook, admission, events));
        McpMount mcp = new McpMount(daybook, admission, metrics, options.agents());
        javalin = Javalin.create(config -> {
            configure(config, metrics, options);
            config.jetty.addConnector((server, http) -> connector(server, http, socket));
            mcp.mount(config);
            config.routes.before(http -> {
                if (!OperatingRoutes.isProbe(http.path(), options)
                        && !admission.guard().admits(http.header("Host"), http.header("Origin"))) {
                    RequestDispatcher.answer(RequestGuard.FOREIGN, http);
                    http.skipRemainingHandlers();
                }
            });
            for (HttpRoute route : routes(options)) {
                route.paths()
                        .forEach(path -> config.routes.addHttpHandler(
                                HandlerType.findOrCreate(route.method()),
                                path,
                                operating.timed(route, http -> dispatch.handle(route, path, http))));
            }
            streamRoutes.register(config);
            if (options.proxy() != null) {
                new ProxyRoutes(new ChatProxy(daybook, admission, options.proxy())).register(config, operating);
            }
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

    private static List<HttpRoute> routes(ServeOptions options) {
        List<HttpRoute> routes = new ArrayList<>(DocumentRoutes.all());
        if (options.mem0()) {
            routes.addAll(Mem0Routes.all());
        }
        return routes;
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

    private ServerConnector connector(Server server, HttpConfiguration http, ServerSocketChannel socket) {
        ServerConnector connector = admission.connector(server, http);
        try {
            connector.open(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return connector;
    }

    private void configure(JavalinConfig config, ServerMetrics metrics, ServeOptions options) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        // No virtual threads: SQLite and the embedder pin them to their carriers.
        int proxied = options.proxy() == null ? 0 : options.proxy().calls();
        config.jetty.threadPool = new QueuedThreadPool(MAX_THREADS + proxied);
        config.router.treatMultipleSlashesAsSingleSlash = false;
        config.http.prefer405over404 = true;
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            AdmissionControl.limit(http);
        });
        config.jetty.modifyServletContextHandler(handler -> handler.setErrorHandler(new ProblemErrorHandler()));
        config.jetty.modifyServer(server -> {
            // Jetty's own wait includes idle connections, which would use up its whole timeout.
            server.setStopTimeout(0);
            admission.install(server, graceful, metrics::failed);
        });
    }

    /** Reveals only the routes, which are the same for every caller. */
    private static void otherMethod(MethodNotAllowedResponse refusal, Context http) {
        String allowed = String.join(", ", refusal.getDetails().values());
        http.header("Allow", allowed);
        RequestDispatcher.answer(
                Problem.otherMethod("this path takes " + allowed + "; use one of these methods"), http);
    }

    /** An unknown path gets the same answer as a missing resource; an upstream of the proxy has given its own. */
    private static void unknown(Context http) {
        if (!http.res().isCommitted() && http.attribute(RequestDispatcher.ANSWERED) == null) {
            RequestDispatcher.answer(Problem.notFound("nothing is here; /openapi.json lists the paths"), http);
        }
    }

    public int port() {
        return javalin.port();
    }

    @Override
    public void close() {
        events.close();
        letEnd();
        javalin.stop();
        admission.bulkheads().close();
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

package dev.daybook.server.http;

import dev.daybook.Daybook;
import dev.daybook.server.json.Answers;
import dev.daybook.server.json.Json;
import dev.daybook.server.keys.Right;
import dev.daybook.server.problem.Problem;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/** What who runs the server wants to know: that it is well, and how it fares. */
final class Operating {

    /** No key and no path makes up for being called by a foreign name or from a foreign page. */
    static final Problem FOREIGN = Problem.foreign("the header 'Host' or 'Origin' is not one that this server is called"
            + " by; use its address, or start it with --host-name or --origin");

    private static final String HEALTH = "/healthz";
    private static final String READINESS = "/readyz";

    private final Daybook daybook;
    private final Doorkeeper doorkeeper;
    private final Lanes lanes;
    private final Metrics metrics;

    private final DiskSpace disk;

    Operating(Daybook daybook, Doorkeeper doorkeeper, Lanes lanes, Metrics metrics, DiskSpace disk) {
        this.daybook = daybook;
        this.doorkeeper = doorkeeper;
        this.lanes = lanes;
        this.metrics = metrics;
        this.disk = disk;
    }

    /**
     * Whether a call is a probe of whoever runs the server, made by whatever address it has at the time: a server that
     * listens beyond this machine answers it by any name. It tells nothing but that the process runs.
     */
    static boolean isProbe(String path, ServeOptions options) {
        return !options.isLoopback() && (path.equals(HEALTH) || path.equals(READINESS));
    }

    /** Neither health nor readiness wants a key: they tell nothing but that. */
    void register(JavalinConfig config) {
        config.routes.get(HEALTH, http -> answer(http, 200, "ok"));
        config.routes.get(READINESS, this::ready);
        config.routes.get("/metrics", http -> {
            doorkeeper.caller(http.header("Authorization")).mayInAll(Right.ADMIN);
            http.contentType("text/plain; version=0.0.4; charset=utf-8").result(metrics.text());
        });
        config.routes.get(
                "/openapi.json", http -> http.contentType(Dispatch.JSON).result(OpenApi.json()));
    }

    /** Ready is who reads from the store, and has room for the call of another key. On a full disk it reads and says that it does not write. */
    private void ready(Context http) throws Exception {
        try {
            lanes.run(Route.Pace.QUICK, READINESS, () -> {
                try (Stream<?> spaces = daybook.spaces()) {
                    return spaces.findFirst();
                }
            });
            answer(http, 200, state());
        } catch (RuntimeException | ExecutionException e) {
            answer(http, 503, "not ready");
        }
    }

    /** A failing embedder leaves the search by words, so the process stays ready; the log and doctor tell the cause. */
    private String state() {
        if (disk.isFull()) {
            return "read only: the disk is full, free space";
        }
        return daybook.vitals().embedderFailure().isPresent() ? "ready, embedder failing" : "ready";
    }

    private static void answer(Context http, int status, String word) {
        http.status(status).contentType(Dispatch.JSON).result(Json.write(Answers.with("status", word)));
    }

    /** The same, with the time it takes recorded under the name that the field has for it. */
    Handler timed(Route route, Handler handler) {
        return http -> {
            long begin = System.nanoTime();
            try {
                handler.handle(http);
            } catch (Exception | Error e) {
                // An error kills this call, and no thread. Here, so that the status is known when the time is recorded.
                metrics.failed(Dispatch.fail(e, http).code());
            } finally {
                metrics.answered(route.method(), route.path(), http.statusCode(), System.nanoTime() - begin);
            }
        };
    }
}

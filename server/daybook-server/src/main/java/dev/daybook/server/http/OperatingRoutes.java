package dev.daybook.server.http;

import dev.daybook.LocalDaybook;
import dev.daybook.access.AccessRight;
import dev.daybook.error.StoreException;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.outcome.BacklogStatus;
import dev.daybook.server.admission.AdmissionControl;
import dev.daybook.server.admission.CallPace;
import dev.daybook.server.http.routes.HttpRoute;
import dev.daybook.server.keys.ApiKeys;
import dev.daybook.server.problem.FailureLog;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** The endpoints for operators: health, readiness and metrics. */
final class OperatingRoutes {

    private static final String HEALTH = "/healthz";
    private static final String READINESS = "/readyz";

    /** The list of spaces takes milliseconds. */
    private static final Duration SLOW = Duration.ofSeconds(1);

    /** Orchestrators give a probe a second or some; the answer is promised within two. */
    private static final Duration MAX_PROBE = Duration.ofMillis(1_500);

    private final LocalDaybook daybook;
    private final AdmissionControl admission;
    private final ServerMetrics metrics;

    private final DiskSpace disk;
    private final SharedProbe probe = new SharedProbe("daybook-readiness", this::state);

    OperatingRoutes(LocalDaybook daybook, AdmissionControl admission, ServerMetrics metrics, DiskSpace disk) {
        this.daybook = daybook;
        this.admission = admission;
        this.metrics = metrics;
        this.disk = disk;
    }

    /**
     * Returns whether a call is a liveness probe, which may use any address: a server on a non-loopback address answers
     * it for every host name. It reveals only that the process runs.
     */
    static boolean isProbe(String path, ServeOptions options) {
        return !options.isLoopback() && (path.equals(HEALTH) || path.equals(READINESS));
    }

    /** Health and readiness need no authentication: they reveal nothing else. */
    void register(JavalinConfig config) {
        config.routes.get(HEALTH, http -> answer(http, 200, "ok"));
        config.routes.get(READINESS, this::ready);
        config.routes.get("/metrics", http -> {
            admission.caller(http.req()).mayInAll(AccessRight.ADMIN);
            http.contentType("text/plain; version=0.0.4; charset=utf-8").result(metrics.text());
        });
        config.routes.get(
                "/openapi.json",
                http -> http.contentType(RequestDispatcher.JSON).result(OpenApi.json()));
    }

    /**
     * Ready means: the store can be read, a bulkhead has room for a call of another key, and keys are known. A full disk is
     * read only, yet ready. The answer comes in time whatever the store does: a probe that hangs has a thread of its own.
     */
    private void ready(Context http) {
        try {
            answer(http, 200, probe.await(MAX_PROBE));
        } catch (TimeoutException hanging) {
            notReady(http, ": the store does not answer");
        } catch (ExecutionException e) {
            Throwable cause = FailureLog.cause(e);
            boolean ofStore = FailureLog.cause(cause) instanceof StoreException;
            boolean ofKeys = cause instanceof KeysUnreadableException;
            notReady(http, ofKeys ? ": keys.json is damaged" : ofStore ? ": the store does not answer" : "");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            notReady(http, "");
        }
    }

    private static void notReady(Context http, String reason) {
        http.header("Retry-After", RequestDispatcher.STORE_AWAY_SECONDS);
        answer(http, 503, "not ready" + reason);
    }

    /** No key can be checked. */
    private static final class KeysUnreadableException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Probes everything that readiness depends on, which may take long. */
    private String state() throws Exception {
        ApiKeys.FileState keys = admission.guard().keys();
        if (keys == ApiKeys.FileState.UNREADABLE) {
            throw new KeysUnreadableException();
        }
        Duration read = admission.bulkheads().run(CallPace.QUICK, READINESS, this::read);
        return keys == ApiKeys.FileState.DAMAGED
                ? "ready, keys.json damaged: the keys read before are in force"
                : state(read);
    }

    /** Reads from the store and records the duration, also of a failure: a time-out is one. */
    private Duration read() {
        long begin = System.nanoTime();
        boolean answered = false;
        try (Stream<?> spaces = daybook.spaces()) {
            spaces.limit(1).forEach(unused -> {});
            answered = true;
        } finally {
            metrics.probed(answered, System.nanoTime() - begin);
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** A failing embedder leaves keyword search, so the process stays ready; the log and doctor name the cause. */
    private String state(Duration read) {
        if (disk.isFull()) {
            return "read only: the disk is full, free space";
        }
        if (read.compareTo(SLOW) > 0) {
            return "ready, store slow";
        }
        BacklogStatus status = daybook.maintenance().backlogStatus();
        if (status.embedderFailure().isPresent()) {
            return "ready, embedder failing";
        }
        if (status.derivationFailure().isPresent()) {
            return "ready, derivation " + status.derivationFailure().get().state();
        }
        return status.retentionPause().isPresent() ? "ready, retention paused" : "ready";
    }

    private static void answer(Context http, int status, String word) {
        http.status(status)
                .contentType(RequestDispatcher.JSON)
                .result(PlainJson.write(PlainJson.object("status", word)));
    }

    /** Records the duration of a call under its conventional name. */
    Handler timed(HttpRoute route, Handler handler) {
        return http ->
                metrics.traced(http.req(), route.path(), http::statusCode, () -> handleTimed(route, handler, http));
    }

    private void handleTimed(HttpRoute route, Handler handler, Context http) {
        long begin = System.nanoTime();
        try {
            handler.handle(http);
        } catch (Exception | Error e) {
            // An error kills this call but no thread. Caught here, so that the status of the recorded
            // duration is known.
            metrics.failed(RequestDispatcher.fail(e, http).code());
        } finally {
            metrics.answered(route.method(), route.path(), http.statusCode(), System.nanoTime() - begin);
        }
    }
}

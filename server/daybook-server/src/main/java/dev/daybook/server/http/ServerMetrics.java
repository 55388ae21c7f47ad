package dev.daybook.server.http;

import dev.daybook.LocalDaybook;
import dev.daybook.outcome.BacklogStatus;
import dev.daybook.outcome.BacklogStatus.Backlog;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Event;
import dev.daybook.server.admission.CallBulkheads;
import dev.daybook.server.telemetry.ServerTelemetry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.ToDoubleFunction;

/**
 * The metrics, under their conventional names. A scrape reads nothing from the store, so it blocks no call.
 * {@code docs/operating.md} explains each metric.
 */
final class ServerMetrics implements Consumer<Event> {

    /** Bucket boundaries: fine in the usual range, up to the timeouts of clients. */
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(30)
    };

    /** The timers of the daybook's calls. */
    private static final Set<String> OBSERVED = Set.of("daybook.memory", "daybook.model");

    private static final DistributionStatisticConfig BUCKETS_OF_CALLS = DistributionStatisticConfig.builder()
            .serviceLevelObjectives(
                    Arrays.stream(BUCKETS).mapToDouble(Duration::toNanos).toArray())
            .build();

    private final LocalDaybook daybook;
    private final ServerTelemetry telemetry;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /** Kept, because a search of the registry costs more than a record. Bounded by the routes and their statuses. */
    private final Map<AnsweredRoute, Timer> timers = new ConcurrentHashMap<>();

    private record AnsweredRoute(String method, String path, int status) {}

    ServerMetrics(LocalDaybook daybook, CallBulkheads bulkheads, ServerTelemetry telemetry) {
        this.daybook = daybook;
        this.telemetry = telemetry;
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
                return OBSERVED.contains(id.getName()) ? BUCKETS_OF_CALLS.merge(config) : config;
            }
        });
        telemetry.measure(registry);
        Gauge.builder("daybook.calls.waiting", bulkheads, CallBulkheads::waiting)
                .description("Calls that wait for a permit of a bulkhead.")
                .register(registry);
        backlog("daybook.embeddings", "have entries without vectors", BacklogStatus::vectors);
        backlog("daybook.derivations", "wait for derivations", BacklogStatus::derivations);
        gauge(
                "daybook.embedder.failing",
                "1 while the embedder fails and recall is keyword search only; else 0.",
                status -> status.embedderFailure().isPresent() ? 1 : 0);
        gauge(
                "daybook.retention.paused",
                "1 while retention periods that are over are not applied, because the clock may be wrong; else 0.",
                status -> status.retentionPause().isPresent() ? 1 : 0);
        gauge(
                "daybook.store.size.bytes",
                "Size of the store's files.",
                status -> status.storeSize().orElse(0));
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    private void backlog(String name, String what, Function<BacklogStatus, Backlog> which) {
        gauge(
                name + ".pending.scopes",
                "Scopes that " + what + ".",
                status -> which.apply(status).scopes());
        gauge(
                name + ".pending.oldest.seconds",
                "Age of the oldest of the scopes that " + what + ".",
                status -> which.apply(status).oldest().toMillis() / 1000.0);
        gauge(
                name + ".failed",
                "Entries (embeddings) or scopes (derivations) with a failed attempt, to be retried.",
                status -> which.apply(status).failed());
    }

    private void gauge(String name, String description, ToDoubleFunction<BacklogStatus> value) {
        Gauge.builder(
                        name,
                        daybook,
                        each -> value.applyAsDouble(each.maintenance().backlogStatus()))
                .description(description)
                .register(registry);
    }

    /** Counts the outcome of a derivation. */
    @Override
    public void accept(Event event) {
        if (event instanceof Event.Derived derived) {
            DerivationOutcome outcome = derived.outcome();
            Counter.builder("daybook.derivations")
                    .description("Derivations, by outcome.")
                    .tag("derivation", outcome.derivation())
                    .tag("result", outcome.result().label())
                    .register(registry)
                    .increment();
            Counter.builder("daybook.tokens")
                    .description("Tokens used by language model calls.")
                    .tag("derivation", outcome.derivation())
                    .register(registry)
                    .increment((double) outcome.tokens());
        }
    }

    /**
     * Counts an answered call and its duration.
     *
     * @param path the template of its route
     */
    void answered(String method, String path, int status, long nanoseconds) {
        timers.computeIfAbsent(new AnsweredRoute(method, path, status), this::timer)
                .record(nanoseconds, TimeUnit.NANOSECONDS);
    }

    /** Answers an HTTP call within a span, see {@link ServerTelemetry#traced}. */
    <E extends Exception> void traced(
            HttpServletRequest request, String route, IntSupplier status, ServerTelemetry.Answering<E> answering)
            throws E {
        telemetry.traced(request, route, status, answering);
    }

    private Timer timer(AnsweredRoute route) {
        return Timer.builder("http.server.requests")
                .description("Answered calls and their duration.")
                .tag("method", route.method())
                .tag("uri", route.path())
                .tag("status", Integer.toString(route.status()))
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    /** Records a read of the store for a readiness check: it shows a store that is slow or away. */
    void probed(boolean answered, long nanoseconds) {
        Timer.builder("daybook.store.probes")
                .description("Reads of the store for readiness checks and their duration.")
                .tag("result", answered ? "answered" : "failed")
                .register(registry)
                .record(nanoseconds, TimeUnit.NANOSECONDS);
    }

    /** Counts a call answered with a problem, by its code. */
    void failed(String reason) {
        Counter.builder("daybook.failures")
                .description("Calls answered with a problem, by its code.")
                .tag("reason", reason)
                .register(registry)
                .increment();
    }

    String text() {
        return registry.scrape();
    }
}

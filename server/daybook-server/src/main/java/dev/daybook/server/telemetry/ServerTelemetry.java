package dev.daybook.server.telemetry;

import dev.daybook.micrometer.MicrometerObserver;
import dev.daybook.spi.CallObserver;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler.IgnoredMeters;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The observations of a server: timers of the calls of its daybook, and, with an endpoint for traces, a span for each HTTP
 * call with those of the daybook below it. A call continues the trace of its client ({@code traceparent} of W3C); a header
 * that is none is ignored. Thread-safe.
 */
public final class ServerTelemetry implements AutoCloseable {

    private static final String SCOPE = "dev.daybook.server";

    /** The length of {@code tracestate} that W3C asks a receiver to keep; {@code traceparent} is shorter. */
    private static final int MAX_HEADER = 512;

    /** Another one may be any text. */
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS");

    private final ObservationRegistry registry = ObservationRegistry.create();
    private final MicrometerObserver observer;
    private final @Nullable OpenTelemetrySdk sdk;

    /** An action that answers a call. */
    @FunctionalInterface
    public interface Answering<E extends Exception> {
        void run() throws E;
    }

    ServerTelemetry(@Nullable OpenTelemetrySdk sdk, boolean content) {
        this.sdk = sdk;
        this.observer = MicrometerObserver.of(registry).content(content);
        if (sdk != null) {
            trace(sdk);
        }
    }

    /** Returns telemetry without traces. */
    public static ServerTelemetry withoutTraces() {
        return new ServerTelemetry(null, false);
    }

    private void trace(OpenTelemetrySdk sdk) {
        io.opentelemetry.api.trace.Tracer otel = sdk.getTracer(SCOPE);
        OtelTracer tracer = new OtelTracer(otel, new OtelCurrentTraceContext(), event -> {});
        OtelPropagator propagator =
                new OtelPropagator(ContextPropagators.create(W3CTraceContextPropagator.getInstance()), otel);
        registry.observationConfig()
                .observationHandler(new FirstMatchingCompositeObservationHandler(
                        new PropagatingReceiverTracingObservationHandler<>(tracer, propagator),
                        new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                        new DefaultTracingObservationHandler(tracer)));
    }

    /** Returns the observer for the daybook of the server. */
    public CallObserver observer() {
        return observer;
    }

    /** Registers the timers of the daybook's calls. */
    public void measure(MeterRegistry meters) {
        registry.observationConfig()
                .observationHandler(new DefaultMeterObservationHandler(meters, IgnoredMeters.LONG_TASK_TIMER) {
                    @Override
                    public boolean supportsContext(Observation.Context context) {
                        // The server has timers of its own for HTTP calls.
                        return !(context instanceof ReceiverContext);
                    }
                });
    }

    /**
     * Answers an HTTP call within a span, if there are traces.
     *
     * @param route the template of its path, without ids
     * @param status returns the status of the answer, after it
     */
    @SuppressWarnings("try") // the scope is open, not used
    public <E extends Exception> void traced(
            HttpServletRequest request, String route, IntSupplier status, Answering<E> answering) throws E {
        if (sdk == null) {
            answering.run();
            return;
        }
        String method = METHODS.contains(request.getMethod()) ? request.getMethod() : "_OTHER";
        ReceiverContext<HttpServletRequest> context = new ReceiverContext<>(ServerTelemetry::header, Kind.SERVER);
        context.setCarrier(request);
        Observation call = Observation.createNotStarted("http.server", () -> context, registry)
                .contextualName(method + " " + route)
                .highCardinalityKeyValue("http.request.method", method)
                .highCardinalityKeyValue("http.route", route)
                .start();
        try (Observation.Scope scope = call.openScope()) {
            answering.run();
        } finally {
            call.highCardinalityKeyValue("http.response.status_code", Integer.toString(status.getAsInt()))
                    .stop();
        }
    }

    private static @Nullable String header(HttpServletRequest request, String name) {
        String value = request.getHeader(name);
        return value == null || value.length() > MAX_HEADER ? null : value;
    }

    /** Sends the spans that wait, and ends the traces. */
    @Override
    public void close() {
        if (sdk != null) {
            sdk.close();
        }
    }
}

package dev.daybook.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;

/** A registry with timers and with the spans of a real OpenTelemetry SDK, as an application sets it up. */
final class TracedCalls implements AutoCloseable {

    final ObservationRegistry registry = ObservationRegistry.create();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final Tracer otel;
    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(spans))
            .build();

    TracedCalls() {
        otel = provider.get("test");
        OtelTracer tracer = new OtelTracer(otel, new OtelCurrentTraceContext(), event -> {});
        OtelPropagator propagator =
                new OtelPropagator(ContextPropagators.create(W3CTraceContextPropagator.getInstance()), otel);
        registry.observationConfig()
                .observationHandler(new FirstMatchingCompositeObservationHandler(
                        new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                        new DefaultTracingObservationHandler(tracer)))
                .observationHandler(new DefaultMeterObservationHandler(meters));
    }

    List<SpanData> spans() {
        return spans.getFinishedSpanItems();
    }

    List<SpanData> spans(String name) {
        return spans().stream().filter(span -> span.getName().equals(name)).toList();
    }

    SpanData span(String name) {
        List<SpanData> found = spans(name);
        if (found.isEmpty()) {
            throw new AssertionError("there is no span " + name + " among " + spans());
        }
        return found.get(found.size() - 1);
    }

    static String attribute(SpanData span, String key) {
        return span.getAttributes().get(AttributeKey.stringKey(key));
    }

    /** Returns everything that reaches a backend of traces or metrics, as one text. */
    String exported() {
        StringBuilder all = new StringBuilder();
        for (SpanData span : spans()) {
            all.append(span).append('\n');
        }
        for (Meter meter : meters.getMeters()) {
            all.append(meter.getId()).append('\n');
        }
        return all.toString();
    }

    @Override
    public void close() {
        provider.close();
    }
}

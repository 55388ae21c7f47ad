package dev.daybook.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.local.InMemoryStore;
import dev.daybook.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import org.junit.jupiter.api.Test;

/** Shown in docs/observability.md. */
class ObservedProgramTest {

    private final Store store = new InMemoryStore();
    private final MeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void a_program_has_timers_and_spans() {
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        OpenTelemetry openTelemetry = OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(spans))
                        .build())
                .build();
        // tag::observed[]
        OtelTracer tracer = new OtelTracer(openTelemetry.getTracer("app"), new OtelCurrentTraceContext(), event -> {});
        OtelPropagator propagator = new OtelPropagator(openTelemetry.getPropagators(), openTelemetry.getTracer("app"));
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig()
                .observationHandler(new DefaultMeterObservationHandler(meters))
                .observationHandler(new FirstMatchingCompositeObservationHandler(
                        new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                        new DefaultTracingObservationHandler(tracer)));
        try (LocalDaybook daybook =
                Daybook.builder(store).observer(MicrometerObserver.of(registry)).open()) {
            daybook.user("ada").recall("when does the ferry leave?");
        }
        // end::observed[]

        assertThat(meters.get("daybook.memory").timer().count()).isEqualTo(1);
        assertThat(spans.getFinishedSpanItems()).extracting(SpanData::getName).containsExactly("search_memory");
    }
}

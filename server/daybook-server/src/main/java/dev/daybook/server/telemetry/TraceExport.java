package dev.daybook.server.telemetry;

import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Creates the telemetry of a server by the standard environment variables of OpenTelemetry. */
public final class TraceExport {

    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private static final List<String> ENDPOINTS = List.of(ENDPOINT, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");

    /** The switch of OpenTelemetry's instrumentations for content. */
    private static final String CONTENT = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";

    /** Metrics are read at {@code /metrics}, and logs are those of the process. HTTP needs no library. */
    private static final Map<String, String> DEFAULTS = Map.of(
            "otel.service.name", "daybook",
            "otel.exporter.otlp.protocol", "http/protobuf",
            "otel.metrics.exporter", "none",
            "otel.logs.exporter", "none");

    private TraceExport() {}

    /**
     * Returns telemetry that sends traces if the environment names an endpoint.
     *
     * @throws IllegalArgumentException if a variable has a value that OpenTelemetry does not accept
     */
    public static ServerTelemetry of(Map<String, String> environment) {
        if (ENDPOINTS.stream()
                .allMatch(name -> environment.getOrDefault(name, "").isBlank())) {
            return ServerTelemetry.withoutTraces();
        }
        return new ServerTelemetry(sdk(environment), Boolean.parseBoolean(environment.get(CONTENT)));
    }

    private static OpenTelemetrySdk sdk(Map<String, String> environment) {
        try {
            return AutoConfiguredOpenTelemetrySdk.builder()
                    .disableShutdownHook()
                    .addPropertiesSupplier(() -> DEFAULTS)
                    .addPropertiesCustomizer(given -> properties(environment))
                    .build()
                    .getOpenTelemetrySdk();
        } catch (RuntimeException refused) {
            // Its message quotes the value, and headers hold the credentials of the collector.
            boolean hasSecrets = properties(environment).keySet().stream().anyMatch(name -> name.contains("headers"));
            throw new IllegalArgumentException("OpenTelemetry does not accept the variables OTEL_… of the environment"
                    + (hasSecrets ? "" : " (" + refused.getMessage() + ")") + "; correct them, or unset "
                    + String.join(" and ", ENDPOINTS) + " to send no traces");
        }
    }

    /** Returns the properties of the variables: {@code otel.service.name} for {@code OTEL_SERVICE_NAME}. */
    private static Map<String, String> properties(Map<String, String> environment) {
        Map<String, String> properties = new HashMap<>();
        environment.forEach((name, value) -> {
            if (name.startsWith("OTEL_")) {
                properties.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
            }
        });
        return properties;
    }
}

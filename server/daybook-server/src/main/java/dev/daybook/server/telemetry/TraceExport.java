package dev.daybook.server.telemetry;

import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
            // Its message quotes the value, and headers hold the credentials of the collector, as an address may.
            boolean hasSecrets = environment.entrySet().stream().anyMatch(TraceExport::mayBeSecret);
            throw new IllegalArgumentException("OpenTelemetry does not accept a value of the variables "
                    + variables(environment).sorted().collect(Collectors.joining(", "))
                    + (hasSecrets ? "" : " (" + problem(refused) + ")") + "; correct it, or unset "
                    + String.join(" and ", ENDPOINTS) + " to send no traces");
        }
    }

    private static boolean mayBeSecret(Map.Entry<String, String> variable) {
        String value = variable.getValue();
        return variable.getKey().startsWith("OTEL_")
                && (variable.getKey().contains("HEADERS") || value.contains("@") || value.contains("?"));
    }

    /** Returns what is wrong: the SDK wraps some refusals in an error that tells nothing. */
    private static @Nullable String problem(Throwable refused) {
        Throwable cause = refused.getCause();
        boolean tellsNothing = "Unexpected configuration error".equals(refused.getMessage());
        return tellsNothing && cause != null ? cause.getMessage() : refused.getMessage();
    }

    private static Stream<String> variables(Map<String, String> environment) {
        return environment.keySet().stream().filter(name -> name.startsWith("OTEL_"));
    }

    /** Returns the properties of the variables: {@code otel.service.name} for {@code OTEL_SERVICE_NAME}. */
    private static Map<String, String> properties(Map<String, String> environment) {
        Map<String, String> properties = new HashMap<>();
        variables(environment)
                .forEach(
                        name -> properties.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), environment.get(name)));
        return properties;
    }
}

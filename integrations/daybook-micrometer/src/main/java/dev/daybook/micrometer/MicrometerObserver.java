package dev.daybook.micrometer;

import dev.daybook.spi.CallObservation;
import dev.daybook.spi.CallObserver;
import dev.daybook.spi.ObservedCall;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;
import java.util.concurrent.Callable;

/**
 * Makes each call of a daybook an observation of Micrometer: a timer with a meter registry, a span with a tracer. The names
 * of spans and attributes are those of OpenTelemetry's semantic conventions for generative AI; {@code
 * docs/observability.md} lists them. Immutable and thread-safe.
 *
 * <pre>{@code
 * Daybook.builder(folder).observer(MicrometerObserver.of(registry)).open();
 * }</pre>
 */
public final class MicrometerObserver implements CallObserver {

    private final ObservationRegistry registry;
    private final boolean content;
    private final boolean models;

    private MicrometerObserver(ObservationRegistry registry, boolean content, boolean models) {
        this.registry = registry;
        this.content = content;
        this.models = models;
    }

    /** Creates an observer that shows no text and no id of a user or a session. */
    public static MicrometerObserver of(ObservationRegistry registry) {
        return new MicrometerObserver(Objects.requireNonNull(registry, "registry"), false, true);
    }

    /**
     * Shows content in the attributes of spans: questions, texts of memory, ids of users and sessions. It leaves the reach of
     * a forget then.
     */
    public MicrometerObserver content(boolean content) {
        return new MicrometerObserver(registry, content, models);
    }

    /** Observes no calls of the language model, for one whose framework observes them. */
    public MicrometerObserver withoutModelCalls() {
        return new MicrometerObserver(registry, content, false);
    }

    @Override
    public CallObservation begin(ObservedCall call) {
        if (registry.isNoop() || !models && call instanceof ObservedCall.ModelCall) {
            return CallObservation.NONE;
        }
        return StartedObservation.of(call, registry, content);
    }

    @Override
    @SuppressWarnings("try") // the scope is open, not used
    public <T> Callable<T> carry(Callable<T> work) {
        Observation current = registry.getCurrentObservation();
        return current == null
                ? work
                : () -> {
                    try (RestoredScope scope = new RestoredScope(current, registry)) {
                        return work.call();
                    }
                };
    }
}

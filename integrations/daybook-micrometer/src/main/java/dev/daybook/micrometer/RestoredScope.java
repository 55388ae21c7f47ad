package dev.daybook.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * An observation as the current one of a thread. The one before is current again after it, also if a handler throws:
 * Micrometer's own scope stays then, and the next observations of the thread would be its children.
 */
final class RestoredScope implements AutoCloseable {

    private final ObservationRegistry registry;
    private final Observation.@Nullable Scope before;
    private final Observation.Scope scope;

    RestoredScope(Observation observation, ObservationRegistry registry) {
        this.registry = registry;
        this.before = registry.getCurrentObservationScope();
        try {
            this.scope = observation.openScope();
        } catch (RuntimeException | Error refused) {
            Observation.Scope opened = registry.getCurrentObservationScope();
            if (opened != null && opened != before) {
                close(opened);
            }
            throw refused;
        }
    }

    @Override
    public void close() {
        close(scope);
    }

    private void close(Observation.Scope opened) {
        try {
            opened.close();
        } finally {
            registry.setCurrentObservationScope(before);
        }
    }
}

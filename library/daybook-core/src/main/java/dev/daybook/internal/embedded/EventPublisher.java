package dev.daybook.internal.embedded;

import dev.daybook.outcome.Event;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

/**
 * Notifies the listener of a daybook. A failure of the listener is logged and does not affect the call. Thread-safe.
 */
final class EventPublisher {

    private static final Logger LOG = System.getLogger(EventPublisher.class.getName());

    private final Consumer<Event> listener;

    EventPublisher(Consumer<Event> listener) {
        this.listener = listener;
    }

    void tell(Event event) {
        try {
            listener.accept(event);
        } catch (RuntimeException failed) {
            LOG.log(Level.WARNING, "the listener of the daybook failed; the call is not affected", failed);
        }
    }
}

package dev.daybook.server.http;

import dev.daybook.data.Event;
import dev.daybook.data.Outcome;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How the derived work of this process ended that somebody may ask after. Only the last of it is kept, and none over a
 * restart, as it only adds to what is on record.
 */
final class KnownOperations implements Consumer<Event> {

    private static final int MOST = 10_000;

    private final Map<String, Outcome> known = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Outcome> eldest) {
            return size() > MOST;
        }
    });

    @Override
    public void accept(Event event) {
        if (event instanceof Event.Derived derived && derived.outcome().operation() != null) {
            known.put(derived.outcome().operation(), derived.outcome());
        }
    }

    Optional<Outcome> find(String operation) {
        return Optional.ofNullable(known.get(operation));
    }
}

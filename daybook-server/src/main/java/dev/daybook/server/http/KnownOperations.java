package dev.daybook.server.http;

import dev.daybook.data.Erasure;
import dev.daybook.data.Event;
import dev.daybook.data.Outcome;
import dev.daybook.data.Scope;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The operations of this process that somebody may ask after: what was derived, and what was forgotten over HTTP. Only the
 * last of them are kept, and none over a restart, as they only add to what the scope itself knows.
 */
final class KnownOperations implements Consumer<Event> {

    private static final int MOST = 10_000;

    private final Map<String, Known> known = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
            return size() > MOST;
        }
    });

    /** One of the two is there. */
    record Known(Scope scope, Optional<Outcome> derived, Optional<Erasure> forgotten) {}

    @Override
    public void accept(Event event) {
        if (event instanceof Event.Derived derived && derived.outcome().operation() != null) {
            known.put(
                    derived.outcome().operation(),
                    new Known(derived.scope(), Optional.of(derived.outcome()), Optional.empty()));
        }
    }

    void forgot(Scope scope, Erasure erasure) {
        if (!erasure.operation().isEmpty()) {
            known.put(erasure.operation(), new Known(scope, Optional.empty(), Optional.of(erasure)));
        }
    }

    Optional<Known> find(String operation) {
        return Optional.ofNullable(known.get(operation));
    }
}

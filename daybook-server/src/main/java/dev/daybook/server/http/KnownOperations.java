package dev.daybook.server.http;

import dev.daybook.data.DerivationOutcome;
import dev.daybook.data.Event;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The outcomes of recent derivations of this process, for callers who ask for them. Only the latest are kept, in
 * memory; the audit log is the durable record.
 */
final class KnownOperations implements Consumer<Event> {

    private static final int MOST = 10_000;

    private final Map<String, DerivationOutcome> known = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, DerivationOutcome> eldest) {
            return size() > MOST;
        }
    });

    @Override
    public void accept(Event event) {
        if (event instanceof Event.Derived derived && derived.outcome().operation() != null) {
            known.put(derived.outcome().operation(), derived.outcome());
        }
    }

    Optional<DerivationOutcome> find(String operation) {
        return Optional.ofNullable(known.get(operation));
    }
}

package dev.daybook.server.http.routes;

import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Event;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The outcomes of recent derivations of this process, for callers who ask for them. Only the latest are kept, in
 * memory; the audit log is the durable record.
 */
public final class KnownOperations implements Consumer<Event> {

    private static final int MAX = 10_000;

    /** As many as a person reads. */
    private static final int MAX_FAILURES = 100;

    private final Map<String, DerivationOutcome> known = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, DerivationOutcome> eldest) {
            return size() > MAX;
        }
    });

    private final Deque<DerivationOutcome> failures = new ArrayDeque<>();

    @Override
    public void accept(Event event) {
        if (event instanceof Event.Derived derived) {
            DerivationOutcome outcome = derived.outcome();
            if (outcome.operation() != null) {
                known.put(outcome.operation(), outcome);
            }
            if (outcome.result() == DerivationOutcome.Result.FAILED
                    || outcome.result() == DerivationOutcome.Result.FALLBACK) {
                keepFailure(outcome);
            }
        }
    }

    private void keepFailure(DerivationOutcome outcome) {
        synchronized (failures) {
            failures.addFirst(outcome);
            if (failures.size() > MAX_FAILURES) {
                failures.removeLast();
            }
        }
    }

    /** Returns the latest derivations that failed, or that did without the model, the latest first. */
    List<DerivationOutcome> failures() {
        synchronized (failures) {
            return List.copyOf(failures);
        }
    }

    Optional<DerivationOutcome> find(String operation) {
        return Optional.ofNullable(known.get(operation));
    }
}

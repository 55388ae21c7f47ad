package dev.daybook.outcome;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import java.util.List;
import java.util.Map;

/** An event for the listener of a daybook. It contains ids and outcomes, never the text of an entry. */
public sealed interface Event {

    /** Returns the scope of the event. */
    Scope scope();

    /**
     * A read of the anonymous scope while named users of its space have entries: the caller may have omitted the user
     * id. The answer contains only entries of the anonymous scope.
     *
     * @param kind the kind of entry that the call searches: episodes, or facts
     */
    record AnonymousRecall(Scope scope, Kind kind) implements Event {}

    /** The end of a derivation, successful or not. */
    record Derived(DerivationOutcome outcome) implements Event {
        @Override
        public Scope scope() {
            return outcome.scope();
        }
    }

    /**
     * A write of episodes, durable if the store is.
     *
     * @param ids the ids of the episodes, in the order of the call, including episodes that existed with the same
     *     content
     */
    record Remembered(Scope scope, List<String> ids) implements Event {
        public Remembered {
            ids = List.copyOf(ids);
        }
    }

    /**
     * An erasure.
     *
     * @param operation the id of the forget in the audit log
     * @param counts the number of erased entries by kind
     */
    record Forgotten(Scope scope, String operation, Map<Kind, Long> counts) implements Event {
        public Forgotten {
            counts = Map.copyOf(counts);
        }
    }

    /**
     * A quarantine of entries, or a release.
     *
     * @param operation the id of the quarantine in the audit log
     * @param count the number of entries
     * @param released whether the entries were released
     */
    record Quarantined(Scope scope, String operation, long count, boolean released) implements Event {}

    /** The loss of all blocks of a scope, in a store with a bounded number of blocks. */
    record BlocksEvicted(Scope scope) implements Event {}
}

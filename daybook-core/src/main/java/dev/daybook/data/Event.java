package dev.daybook.data;

import java.util.List;
import java.util.Map;

/**
 * Something that happened on the side of a call, for whoever wants to know. It holds ids and outcomes, never a text that
 * is remembered.
 */
public sealed interface Event {

    /** The scope it happened to. */
    Scope scope();

    /**
     * The anonymous scope was recalled from while named users of its space hold something: perhaps the user was
     * forgotten. The answer holds only what the anonymous scope has.
     *
     * @param kind what the call looks for: episodes, or facts
     */
    record AnonymousRecall(Scope scope, Kind kind) implements Event {}

    /** A piece of derived work was done, or failed. */
    record Derived(DerivationOutcome outcome) implements Event {
        @Override
        public Scope scope() {
            return outcome.scope();
        }
    }

    /**
     * Episodes were written, and are durable where the store is.
     *
     * @param ids theirs, in the order of the call; one that was there with the same content is among them
     */
    record Remembered(Scope scope, List<String> ids) implements Event {
        public Remembered {
            ids = List.copyOf(ids);
        }
    }

    /**
     * Something was forgotten.
     *
     * @param operation of the forget, in the audit record
     * @param counts how many entries went, by kind
     */
    record Forgotten(Scope scope, String operation, Map<Kind, Long> counts) implements Event {
        public Forgotten {
            counts = Map.copyOf(counts);
        }
    }

    /**
     * Entries were put in quarantine, or released from it.
     *
     * @param operation of the quarantine, in the audit record
     * @param count how many entries
     * @param released whether they came back
     */
    record Quarantined(Scope scope, String operation, long count, boolean released) implements Event {}

    /** A store that keeps only so much dropped all blocks of a scope. */
    record BlocksEvicted(Scope scope) implements Event {}
}

package dev.daybook.data;

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
    record Derived(Outcome outcome) implements Event {
        @Override
        public Scope scope() {
            return outcome.scope();
        }
    }

    /** A store that keeps only so much dropped all blocks of a scope. */
    record BlocksEvicted(Scope scope) implements Event {}
}

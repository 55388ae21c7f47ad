package dev.daybook.query;

import dev.daybook.internal.checks.EnumLabels;

/** The entries that a language model derives from when it is given to a memory with a history. */
public enum DerivationStart {
    /** All of them: the backlog is derived with the model, within the daily token budget. */
    BEGINNING,
    /**
     * Those written after the opening. What is there before and waits for a derivation is derived without the model, so
     * that it costs nothing; so may be a write during that time. A gist of such a session is derived with the model after
     * the session's next message.
     */
    NOW;

    /** Returns the name of the start in configurations: {@code beginning}, {@code now}. */
    public String label() {
        return EnumLabels.label(this);
    }
}

package dev.daybook.model;

import dev.daybook.internal.checks.EnumLabels;

/** The kinds of statements. The kind decides what a statement may end: a plan never ends a state. */
public enum StatementKind {
    /** A state that lasts: a home, a job, a liking. */
    STATE,
    /** A single event. */
    EVENT,
    /** An intention. */
    PLAN,
    /** A wish without an intention. */
    WISH,
    /** A judgement. */
    OPINION;

    /** Returns the name in JSON, in lower case: {@code state}, {@code event} and so on. */
    public String label() {
        return EnumLabels.label(this);
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if no such kind exists; the message lists the names
     */
    public static StatementKind of(String label) {
        return EnumLabels.read("kind", values(), label);
    }
}

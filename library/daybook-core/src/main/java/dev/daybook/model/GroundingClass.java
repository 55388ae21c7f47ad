package dev.daybook.model;

import dev.daybook.internal.checks.EnumLabels;

/** The ways in which a statement follows from its messages, the strongest first. */
public enum GroundingClass {
    /** The subject says it in a cited message. */
    SAID,
    /** The subject is addressed in a cited message, or follows from the messages before it. */
    RESOLVED,
    /** The messages support it, but not in words that show it. */
    INFERRED;

    /** Returns the name in JSON, in lower case: {@code said}, {@code resolved}, {@code inferred}. */
    public String label() {
        return EnumLabels.label(this);
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if no such class exists; the message lists the names
     */
    public static GroundingClass of(String label) {
        return EnumLabels.read("grounding", values(), label);
    }
}

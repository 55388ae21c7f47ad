package dev.daybook.model;

import dev.daybook.internal.checks.EnumLabels;

/** The methods of deriving a text. */
public enum SummaryMethod {
    /** Written by a caller. */
    GIVEN,
    /** Written by a language model from the sources, and checked against them. */
    MODEL,
    /** Taken from the sources word for word, or by fixed rules, without a model. */
    EXTRACTIVE;

    /**
     * Returns the name of the method in JSON and on the command line: {@code given}, {@code model}, {@code extractive}.
     */
    public String label() {
        return EnumLabels.label(this);
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if no such method exists; the message lists the names
     */
    public static SummaryMethod of(String label) {
        return EnumLabels.read("method", values(), label);
    }
}

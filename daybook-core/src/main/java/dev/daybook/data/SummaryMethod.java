package dev.daybook.data;

/** How a text came to be. */
public enum SummaryMethod {
    /** A caller wrote it. */
    GIVEN,
    /** A language model wrote it from its sources, and it was checked against them. */
    MODEL,
    /** It was taken from its sources word for word, or by fixed rules, without a model. */
    EXTRACTIVE;

    /** The method as it is written outside Java: {@code given}, {@code model}, {@code extractive}. */
    public String label() {
        return EnumLabels.label(this);
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if there is no such method; the message lists those there are
     */
    public static SummaryMethod of(String label) {
        return EnumLabels.read("method", values(), label);
    }
}

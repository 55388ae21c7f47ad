package dev.daybook.data;

/** How far to believe a text, from the most to the least. A derived entry has the least trust of its sources. */
public enum Trust {
    SYSTEM,
    USER,
    ASSISTANT,
    TOOL,
    IMPORT,
    UNKNOWN;

    /** The trust as it is written outside Java: {@code system}, {@code user}, … */
    public String label() {
        return Labels.label(this);
    }

    /** The lesser of the two. */
    public Trust least(Trust other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if there is no such trust; the message lists those there are
     */
    public static Trust of(String label) {
        return Labels.read("trust", values(), label);
    }
}

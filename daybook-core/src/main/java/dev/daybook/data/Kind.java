package dev.daybook.data;

/** The kinds of {@link Entry}. */
public enum Kind {
    EPISODE("ep_"),
    BLOCK("block_"),
    FACT("fact_"),
    NOTE("note_"),
    SUMMARY("sum_");

    private final String idPrefix;

    Kind(String idPrefix) {
        this.idPrefix = idPrefix;
    }

    /** What generated ids of this kind begin with; a 26-character ULID follows. */
    public String idPrefix() {
        return idPrefix;
    }

    /** The kind as it is written outside Java: {@code episode}, {@code fact}, … */
    public String label() {
        return EnumLabels.label(this);
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if there is no such kind; the message lists those there are
     */
    public static Kind of(String label) {
        return EnumLabels.read("kind", values(), label);
    }
}

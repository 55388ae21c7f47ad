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

    /** Returns the prefix of generated ids of this kind; a 26-character ULID follows. */
    public String idPrefix() {
        return idPrefix;
    }

    /** Returns the name of the kind in JSON and on the command line: {@code episode}, {@code fact}, … */
    public String label() {
        return EnumLabels.label(this);
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if no such kind exists; the message lists the names
     */
    public static Kind of(String label) {
        return EnumLabels.read("kind", values(), label);
    }
}

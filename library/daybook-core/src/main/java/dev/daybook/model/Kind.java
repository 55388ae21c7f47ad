package dev.daybook.model;

import dev.daybook.internal.checks.EnumLabels;

/** The kinds of {@link Entry}. */
public enum Kind {
    EPISODE("ep_", Episode.class),
    BLOCK("block_", Block.class),
    FACT("fact_", Fact.class),
    NOTE("note_", Note.class),
    SUMMARY("sum_", Summary.class);

    private final String idPrefix;
    private final Class<? extends Entry> type;

    Kind(String idPrefix, Class<? extends Entry> type) {
        this.idPrefix = idPrefix;
        this.type = type;
    }

    /** Returns the class of the entries of this kind. */
    public Class<? extends Entry> type() {
        return type;
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

    /**
     * Returns the kind of a class of entries.
     *
     * @throws IllegalArgumentException if it is {@link Entry} itself
     */
    public static Kind of(Class<? extends Entry> type) {
        for (Kind kind : values()) {
            if (kind.type == type) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "type is " + type.getSimpleName() + "; give the class of one kind, such as Episode");
    }
}

package dev.daybook.words;

import org.jspecify.annotations.Nullable;

/** A message of a {@link TermRecord} as it was read: its terms by their numbers in a {@link Terms}. */
public final class IndexedMessage {

    private final String role;
    private final @Nullable String name;
    private final boolean asks;
    private final int[] terms;
    private final int[] sequence;

    IndexedMessage(String role, @Nullable String name, boolean asks, int[] terms, int[] sequence) {
        this.role = role;
        this.name = name;
        this.asks = asks;
        this.terms = terms;
        this.sequence = sequence;
    }

    public String role() {
        return role;
    }

    public @Nullable String name() {
        return name;
    }

    /** Whether it ends in a question. */
    public boolean asks() {
        return asks;
    }

    /** How many distinct terms it has. */
    public int distinct() {
        return terms.length;
    }

    /** The number of a distinct term. */
    public int term(int place) {
        return terms[place];
    }

    /** How many words it has, repetitions and all. */
    public int words() {
        return sequence.length;
    }

    /** Which of the distinct terms a word is. */
    public int word(int index) {
        return sequence[index];
    }
}

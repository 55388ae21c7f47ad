package dev.daybook.words;

import org.jspecify.annotations.Nullable;

/** A message of a {@link TermRecord} as it was read: its words by their numbers in a {@link Terms}. */
public final class IndexedMessage {

    private final String role;
    private final @Nullable String name;
    private final boolean asks;
    private final int[] words;

    IndexedMessage(String role, @Nullable String name, boolean asks, int[] words) {
        this.role = role;
        this.name = name;
        this.asks = asks;
        this.words = words;
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

    /** How many words it has, repetitions and all. */
    public int words() {
        return words.length;
    }

    /** Puts the numbers of the terms that some words are into an array. */
    public void copy(int from, int to, int[] target, int place) {
        System.arraycopy(words, from, target, place, to - from);
    }

    /** The number of the term that a word is. */
    public int word(int index) {
        return words[index];
    }
}

package dev.daybook.words;

import org.jspecify.annotations.Nullable;

/** A message read from a {@link TermRecord}: its words as term numbers of a {@link TermDictionary}. */
public final class IndexedMessage {

    private final String role;
    private final @Nullable String name;
    private final boolean asks;
    private final boolean lowTrust;
    private final int language;
    private final int[] words;

    IndexedMessage(String role, @Nullable String name, boolean asks, boolean lowTrust, int language, int[] words) {
        this.role = role;
        this.name = name;
        this.asks = asks;
        this.lowTrust = lowTrust;
        this.language = language;
        this.words = words;
    }

    public String role() {
        return role;
    }

    public @Nullable String name() {
        return name;
    }

    /** Returns whether the message ends in a question. */
    public boolean asks() {
        return asks;
    }

    /** Returns whether the message is by a user and has less trust than one. */
    public boolean lowTrust() {
        return lowTrust;
    }

    /** Returns the number of the language in which it was analysed: see {@link MessageLanguage#number}. */
    public int language() {
        return language;
    }

    /** Returns the number of words, with repetitions. */
    public int words() {
        return words.length;
    }

    /** Copies the term numbers of a range of words into an array. */
    public void copy(int from, int to, int[] target, int place) {
        System.arraycopy(words, from, target, place, to - from);
    }

    /** Returns the term number of a word. */
    public int word(int index) {
        return words[index];
    }
}

package dev.daybook.internal.words;

import dev.daybook.model.Trust;
import org.jspecify.annotations.Nullable;

/** A message read from a {@link TermRecord}: its words as term numbers of a {@link TermDictionary}. */
public final class IndexedMessage {

    private static final int[] UNDATED = {};

    private final String role;
    private final @Nullable String name;
    private final boolean asks;
    private final boolean lowTrust;
    private final int language;
    private final int[] words;
    private final int[] days;

    IndexedMessage(String role, @Nullable String name, boolean asks, boolean lowTrust, int language, int[] words) {
        this(role, name, asks, lowTrust, language, words, UNDATED);
    }

    private IndexedMessage(
            String role, @Nullable String name, boolean asks, boolean lowTrust, int language, int[] words, int[] days) {
        this.role = role;
        this.name = name;
        this.asks = asks;
        this.lowTrust = lowTrust;
        this.language = language;
        this.words = words;
        this.days = days;
    }

    /** Returns the message with the dates it speaks of. */
    IndexedMessage withDays(int[] days) {
        return new IndexedMessage(role, name, asks, lowTrust, language, words, days);
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

    /**
     * Returns the most trust that the message can have: {@link Trust#USER}, {@link Trust#ASSISTANT}, or
     * {@link Trust#UNKNOWN} for any below. A record from before the mark of low trust tells too much until the
     * next rebuild.
     */
    public Trust mostTrust() {
        Trust ofRole = role.isEmpty() ? Trust.USER : Trust.ofRole(role);
        if (ofRole.isBelow(Trust.ASSISTANT) || lowTrust && ofRole == Trust.ASSISTANT) {
            return Trust.UNKNOWN;
        }
        return lowTrust ? Trust.ASSISTANT : ofRole.least(Trust.USER);
    }

    /** Returns whether the message has less trust than its role tells. */
    public boolean lowTrust() {
        return lowTrust;
    }

    /** Returns the number of the language in which it was analysed: see {@link MessageLanguage#number}. */
    public int language() {
        return language;
    }

    /** Returns the number of dates that the message speaks of. */
    public int dates() {
        return days.length / 2;
    }

    /** Returns the first day of a date, counted from 1970-01-01. */
    public int firstDay(int date) {
        return days[2 * date];
    }

    /** Returns the last day of a date, counted from 1970-01-01. */
    public int lastDay(int date) {
        return days[2 * date + 1];
    }

    /** Returns the number of words, with repetitions. */
    public int words() {
        return words.length;
    }

    /** Copies the term numbers of a range of words into an array. */
    public void copy(int from, int to, int[] target, int place) {
        System.arraycopy(words, from, target, place, to - from);
    }

    /** Returns a hash of the terms in their order, the same with any dictionary. */
    public long signature(TermDictionary terms) {
        long signature = words.length;
        for (int word : words) {
            signature = (signature ^ terms.hash(word)) * TermDictionary.SPREAD;
            signature ^= signature >>> 32;
        }
        return signature;
    }

    /** Returns the term number of a word. */
    public int word(int index) {
        return words[index];
    }
}

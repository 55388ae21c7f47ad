package dev.daybook.recall;

import dev.daybook.words.IndexedMessage;
import dev.daybook.words.Terms;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where each word of a partition stands. Words are taken in unit by unit, and found after {@link #settle()}. Most units are
 * settled; the recent ones are sorted apart and joined to them when they have become many, so that one message more costs
 * little in a large scope. Not thread-safe.
 */
final class WordIndex {

    /** Recent words are joined when they are one in so many of all: each is then moved a few times in all. */
    private static final int JOINED_ONE_IN = 4;

    /** What sorting takes for each word: its unit and its frequency. */
    private static final long BYTES_TO_SETTLE = 2 * Integer.BYTES;

    private final Terms terms = new Terms();
    private Inversion settled = Inversion.NOTHING;
    private Inversion recent = Inversion.NOTHING;
    private int settledUnits;

    /** The terms of the units that are not settled, unit after unit, and where each unit ends. */
    private int[] words = new int[16];

    private int wordCount;
    private int[] ends = new int[4];
    private int unitCount;

    /** The numbers of the terms. */
    Terms terms() {
        return terms;
    }

    /** Some words of a message, which stand in the unit in hand. */
    void add(IndexedMessage message, int from, int to) {
        makeRoom(to - from);
        message.copy(from, to, words, wordCount);
        wordCount += to - from;
    }

    /** Words that stand in the unit in hand as well. */
    void add(int[] more) {
        makeRoom(more.length);
        System.arraycopy(more, 0, words, wordCount, more.length);
        wordCount += more.length;
    }

    private void makeRoom(int more) {
        if (wordCount + more > words.length) {
            words = Arrays.copyOf(words, Math.max(wordCount + more, words.length * 2));
        }
    }

    /** The unit in hand is complete; units have numbers from 0. */
    void endUnit() {
        if (unitCount == ends.length) {
            ends = Arrays.copyOf(ends, unitCount * 2);
        }
        ends[unitCount++] = wordCount;
    }

    /** To be called after units were taken in, before anything is looked up. */
    void settle() {
        recent = Inversion.of(new Inversion.Words(settledUnits, words, ends, unitCount), terms.size());
        if (recent.size() >= settled.size() / JOINED_ONE_IN) {
            settled = settled.size() == 0 ? recent : Inversion.joined(settled, recent);
            settledUnits += unitCount;
            recent = Inversion.NOTHING;
            words = new int[16];
            wordCount = 0;
            ends = new int[4];
            unitCount = 0;
        }
    }

    /** Where a term stands; null if nowhere. */
    @Nullable
    Postings postings(String term) {
        int number = terms.find(term);
        if (number < 0) {
            return null;
        }
        Postings postings = new Postings(settled, recent, number);
        return postings.size() == 0 ? null : postings;
    }

    /** About how much memory it takes. */
    long bytes() {
        return terms.bytes()
                + settled.bytes()
                + recent.bytes()
                + (long) Integer.BYTES * (words.length + ends.length)
                + BYTES_TO_SETTLE * wordCount;
    }
}

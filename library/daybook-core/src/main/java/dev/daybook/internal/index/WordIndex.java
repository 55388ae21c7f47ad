package dev.daybook.internal.index;

import dev.daybook.internal.words.IndexedMessage;
import dev.daybook.internal.words.TermDictionary;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The inverted index of a scope. Words are added unit by unit, and found after {@link #settle()}. Many units are sorted
 * into the settled postings at once; a few are appended to the recent ones, which are merged into the settled ones in
 * batches. So one more message costs its own words, in a large scope too. Not thread-safe.
 */
final class WordIndex {

    /**
     * Recent postings are merged, and new units sorted, when they reach this share of the settled postings, which moves
     * each posting a few times in all.
     */
    private static final int JOINED_ONE_IN = 4;

    /** Memory to sort one word: its unit and its frequency. */
    private static final long BYTES_TO_SETTLE = 2 * Integer.BYTES;

    private final TermDictionary termDictionary = new TermDictionary();
    private PostingsBuilder settled = PostingsBuilder.NOTHING;
    private final RecentPostings recent = new RecentPostings();

    /** The units in the settled and the recent postings. */
    private int searchableUnits;

    /** The terms of the units that are not searchable yet, unit after unit, and the end of each unit. */
    private int[] words = new int[16];

    private int wordCount;
    private int[] ends = new int[4];
    private int unitCount;

    /** Returns the numbers of the terms. */
    TermDictionary terms() {
        return termDictionary;
    }

    /** Adds words of a message to the current unit. */
    void add(IndexedMessage message, int from, int to) {
        makeRoom(to - from);
        message.copy(from, to, words, wordCount);
        wordCount += to - from;
    }

    /** Adds terms to the current unit. */
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

    /** Ends the current unit; units are numbered from 0. */
    void endUnit() {
        if (unitCount == ends.length) {
            ends = Arrays.copyOf(ends, unitCount * 2);
        }
        ends[unitCount++] = wordCount;
    }

    /** Makes the added units searchable. Call it after adding, before any lookup. */
    void settle() {
        if (unitCount == 0) {
            return;
        }
        if (isBatch(wordCount)) {
            join();
            settled = PostingsBuilder.joined(
                    settled,
                    PostingsBuilder.of(
                            new PostingsBuilder.UnitTerms(searchableUnits, words, ends, unitCount),
                            termDictionary.size()));
        } else {
            append();
            if (isBatch(recent.size())) {
                join();
            }
        }
        searchableUnits += unitCount;
        words = new int[16];
        wordCount = 0;
        ends = new int[4];
        unitCount = 0;
    }

    /** Returns whether postings are a share of the settled ones that is worth a pass over all of them. */
    private boolean isBatch(int postings) {
        return postings >= settled.size() / JOINED_ONE_IN;
    }

    private void append() {
        int word = 0;
        for (int unit = 0; unit < unitCount; unit++) {
            for (; word < ends[unit]; word++) {
                recent.add(words[word], searchableUnits + unit);
            }
        }
    }

    private void join() {
        settled = PostingsBuilder.joined(settled, PostingsBuilder.of(recent, termDictionary.size()));
        recent.clear();
    }

    /** Returns the postings of a term, or null if no unit contains it. */
    @Nullable
    TermPostings postings(String term) {
        int number = termDictionary.find(term);
        if (number < 0) {
            return null;
        }
        TermPostings postings = new TermPostings(settled, recent.list(number), number);
        return postings.size() == 0 ? null : postings;
    }

    /** Returns the approximate memory use. */
    long bytes() {
        return termDictionary.bytes()
                + settled.bytes()
                + recent.bytes()
                + (long) Integer.BYTES * (words.length + ends.length)
                + BYTES_TO_SETTLE * wordCount;
    }
}

package dev.daybook.repository;

import java.util.Arrays;

/**
 * Every run of eight words in some texts, to know a piece of them again. A word is a run of letters and digits in lower
 * case, so layout, punctuation and case do not hide a copy.
 *
 * <p>A run is kept as a 64-bit rolling hash: a million of them fit into a few megabytes, and among them a chance match
 * with a source tree is less likely than one in a million.
 */
final class WordRuns {

    static final int LENGTH = 8;

    /** Odd, so that no word's bits are shifted out of the window (the multiplier of Knuth's generator MMIX). */
    private static final long MULTIPLIER = 6364136223846793005L;

    private static final long MULTIPLIER_OF_THE_OLDEST = power(MULTIPLIER, LENGTH);

    private long[] hashes = new long[1 << 16];
    private int size;
    private boolean sorted;

    /** Told of each run of eight words: where it begins and ends in the text. */
    interface Visitor {
        void run(long hash, int begin, int end);
    }

    void add(String text) {
        eachRun(text, (hash, begin, end) -> {
            if (size == hashes.length) {
                hashes = Arrays.copyOf(hashes, size * 2);
            }
            hashes[size++] = hash;
        });
        sorted = false;
    }

    int size() {
        return size;
    }

    boolean contains(long hash) {
        if (!sorted) {
            Arrays.sort(hashes, 0, size);
            sorted = true;
        }
        return Arrays.binarySearch(hashes, 0, size, hash) >= 0;
    }

    static void eachRun(String text, Visitor visitor) {
        long[] words = new long[LENGTH];
        int[] begins = new int[LENGTH];
        int count = 0;
        long run = 0;
        int at = 0;
        while (at < text.length()) {
            int begin = at;
            long word = 0;
            while (at < text.length() && Character.isLetterOrDigit(text.codePointAt(at))) {
                int character = Character.toLowerCase(text.codePointAt(at));
                word = (word + character) * MULTIPLIER;
                at += Character.charCount(text.codePointAt(at));
            }
            if (at == begin) {
                at += Character.charCount(text.codePointAt(at));
                continue;
            }
            int slot = count % LENGTH;
            run = (run + mixed(word)) * MULTIPLIER - words[slot] * MULTIPLIER_OF_THE_OLDEST * MULTIPLIER;
            words[slot] = mixed(word);
            begins[slot] = begin;
            count++;
            if (count >= LENGTH) {
                visitor.run(run, begins[count % LENGTH], at);
            }
        }
    }

    /** The last step of SplitMix64: words that differ in one letter differ in half their bits. */
    private static long mixed(long word) {
        long mixed = (word ^ (word >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    private static long power(long base, int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= base;
        }
        return power;
    }
}

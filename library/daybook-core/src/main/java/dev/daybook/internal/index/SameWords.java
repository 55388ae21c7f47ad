package dev.daybook.internal.index;

import java.util.Arrays;

/**
 * The messages of a scope in chains of those with the same words, so that near-equal texts are found without reading all
 * bodies. Words are terms here: stop words, case and endings are not among them, so the texts of a chain have to be compared.
 * A hash table with open addressing over parallel arrays: a scope has many messages, and few of them repeat another.
 */
final class SameWords {

    private static final int NONE = -1;

    /** 2 to the 64 divided by the golden ratio, as in the dictionary of terms. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private long[] signatures = new long[16];

    /** The message before each with the same signature. */
    private int[] before = new int[16];

    /** The last message of each signature, plus one; 0 is free. */
    private int[] last = new int[64];

    private int size;
    private int distinct;

    /** Adds the next message. */
    void add(long signature) {
        if (size == signatures.length) {
            signatures = Arrays.copyOf(signatures, 2 * size);
            before = Arrays.copyOf(before, 2 * size);
        }
        int place = place(signature);
        distinct += last[place] == 0 ? 1 : 0;
        signatures[size] = signature;
        before[size] = last[place] - 1;
        last[place] = ++size;
        if (2 * distinct > last.length) {
            grow();
        }
    }

    private int place(long signature) {
        int mask = last.length - 1;
        int place = (int) (signature * SPREAD >>> 32) & mask;
        while (last[place] != 0 && signatures[last[place] - 1] != signature) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private void grow() {
        int[] smaller = last;
        last = new int[4 * smaller.length];
        for (int message : smaller) {
            if (message != 0) {
                last[place(signatures[message - 1])] = message;
            }
        }
    }

    /** Returns the last message with the words of a message. */
    int lastLike(int message) {
        return last[place(signatures[message])] - 1;
    }

    /** Returns the message before with the same words, or -1. */
    int before(int message) {
        return message < 0 ? NONE : before[message];
    }

    boolean areAlike(int one, int other) {
        return signatures[one] == signatures[other];
    }

    long bytes() {
        return (long) (Long.BYTES + Integer.BYTES) * signatures.length + (long) Integer.BYTES * last.length;
    }
}

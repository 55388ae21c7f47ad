package dev.daybook.internal.hash;

/**
 * The MT19937 generator: a shift register of 624 words of 32 bits, in which each new word is a linear mix of three old
 * ones ("twist") and is scrambled ("tempered") on output. Its period is 2^19937 - 1. Used because the sequence of a
 * seed is the same in every language: {@code random.Random} of Python gives the same numbers. Not thread-safe, and not
 * for cryptography.
 *
 * <p>M. Matsumoto, T. Nishimura: "Mersenne Twister: a 623-dimensionally equidistributed uniform pseudo-random number
 * generator", ACM TOMACS 8 (1998) 3-30; the seeding by array is that of the authors' mt19937ar.c (2002), the source of
 * the unnamed constants.
 */
final class MersenneTwister {

    private static final int SIZE = 624;
    private static final int MIDDLE = 397;
    private static final int TWIST = 0x9908b0df;
    private static final int UPPER_BIT = 0x80000000;
    private static final int LOWER_BITS = 0x7fffffff;
    private static final int ARRAY_SEED = 19_650_218;

    private final int[] words = new int[SIZE];
    private int next = SIZE;

    /** @param key at least one word */
    MersenneTwister(int[] key) {
        words[0] = ARRAY_SEED;
        for (int i = 1; i < SIZE; i++) {
            words[i] = 1_812_433_253 * stirred(i - 1) + i;
        }
        int at = 1;
        for (int k = 0; k < Math.max(SIZE, key.length); k++) {
            int from = k % key.length;
            words[at] = (words[at] ^ (stirred(at - 1) * 1_664_525)) + key[from] + from;
            at = following(at);
        }
        for (int k = 0; k < SIZE - 1; k++) {
            words[at] = (words[at] ^ (stirred(at - 1) * 1_566_083_941)) - at;
            at = following(at);
        }
        words[0] = UPPER_BIT;
    }

    private int stirred(int i) {
        return words[i] ^ (words[i] >>> 30);
    }

    private int following(int at) {
        if (at < SIZE - 1) {
            return at + 1;
        }
        words[0] = words[SIZE - 1];
        return 1;
    }

    /** Returns a number from 0 (inclusive) to 1 (exclusive), with 53 random bits. */
    double uniform() {
        int high = word() >>> 5;
        int low = word() >>> 6;
        return (((long) high << 26) + low) * 0x1.0p-53;
    }

    private int word() {
        if (next == SIZE) {
            twist();
            next = 0;
        }
        int word = words[next++];
        word ^= word >>> 11;
        word ^= (word << 7) & 0x9d2c5680;
        word ^= (word << 15) & 0xefc60000;
        return word ^ (word >>> 18);
    }

    private void twist() {
        for (int i = 0; i < SIZE; i++) {
            int joined = (words[i] & UPPER_BIT) | (words[(i + 1) % SIZE] & LOWER_BITS);
            words[i] = words[(i + MIDDLE) % SIZE] ^ (joined >>> 1) ^ ((joined & 1) == 0 ? 0 : TWIST);
        }
    }
}

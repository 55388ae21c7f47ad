package dev.daybook.recall;

import dev.daybook.data.Embedding;

/**
 * A vector scaled to length one, so that a cosine is a sum of products. With it goes its signature: one bit for the sign of
 * each component. Two directions differ in a share of their signs that grows with the angle between them (Charikar,
 * "Similarity estimation techniques from rounding algorithms", 2002), so counting different bits estimates the cosine at a
 * fiftieth of the cost. Immutable.
 */
final class Direction {

    /** The headers of this object and its two arrays, and its fields, added up. */
    private static final int OVERHEAD_BYTES = 64;

    private final float[] values;
    private final long[] signs;
    private final boolean nothing;

    private Direction(float[] values, long[] signs, boolean nothing) {
        this.values = values;
        this.signs = signs;
        this.nothing = nothing;
    }

    static Direction of(Embedding embedding) {
        return taking(embedding.toArray());
    }

    /** Takes the array over, and scales it in place. */
    static Direction taking(float[] values) {
        double square = square(values);
        double scale = square > 0 ? 1 / Math.sqrt(square) : 1;
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (values[i] * scale);
        }
        return new Direction(values, signs(values), square == 0);
    }

    /** Two sums at a time, so that an addition need not wait for the one before. */
    private static double square(float[] values) {
        double even = 0;
        double odd = 0;
        int i = 0;
        for (; i + 1 < values.length; i += 2) {
            even += (double) values[i] * values[i];
            odd += (double) values[i + 1] * values[i + 1];
        }
        return i < values.length ? even + odd + (double) values[i] * values[i] : even + odd;
    }

    private static long[] signs(float[] values) {
        long[] signs = new long[(values.length + Long.SIZE - 1) / Long.SIZE];
        for (int word = 0; word < signs.length; word++) {
            signs[word] = signs(values, word * Long.SIZE, Math.min(values.length, (word + 1) * Long.SIZE));
        }
        return signs;
    }

    private static long signs(float[] values, int from, int to) {
        long signs = 0;
        for (int i = to - 1; i >= from; i--) {
            // The sign as a number: half of all branches on it would be guessed wrong.
            signs = signs << 1 | Float.floatToRawIntBits(values[i]) >>> (Integer.SIZE - 1);
        }
        return signs;
    }

    int dimensions() {
        return values.length;
    }

    /** Whether the vector has no length, and so no direction at all: it is near to nothing. */
    boolean isNothing() {
        return nothing;
    }

    /** In how many signs the two differ. */
    int differing(Direction other) {
        int bits = 0;
        for (int i = 0; i < signs.length; i++) {
            bits += Long.bitCount(signs[i] ^ other.signs[i]);
        }
        return bits;
    }

    double cosine(Direction other) {
        float[] theirs = other.values;
        // Four sums at a time, so that an addition need not wait for the one before.
        float first = 0;
        float second = 0;
        float third = 0;
        float fourth = 0;
        int i = 0;
        for (; i + 3 < values.length; i += 4) {
            first += values[i] * theirs[i];
            second += values[i + 1] * theirs[i + 1];
            third += values[i + 2] * theirs[i + 2];
            fourth += values[i + 3] * theirs[i + 3];
        }
        for (; i < values.length; i++) {
            first += values[i] * theirs[i];
        }
        return (double) first + second + third + fourth;
    }

    /** About how much memory it takes. */
    long bytes() {
        return OVERHEAD_BYTES + (long) Float.BYTES * values.length + (long) Long.BYTES * signs.length;
    }
}

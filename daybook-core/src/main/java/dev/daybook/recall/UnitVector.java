package dev.daybook.recall;

import dev.daybook.data.Embedding;

/**
 * A vector scaled to unit length, with its signature. Unit length reduces the cosine of two vectors to their dot
 * product.
 *
 * <p>The signature has one bit for the sign of each component. The share of signs in which two vectors differ grows
 * with the angle between them (Charikar, "Similarity estimation techniques from rounding algorithms", 2002), so the
 * Hamming distance of two signatures estimates their cosine at a fiftieth of the cost. Immutable.
 */
final class UnitVector {

    /** Headers and fields of this object and its two arrays. */
    private static final int OVERHEAD_BYTES = 64;

    private final float[] values;
    private final long[] signs;
    private final boolean zero;

    private UnitVector(float[] values, long[] signs, boolean zero) {
        this.values = values;
        this.signs = signs;
        this.zero = zero;
    }

    static UnitVector of(Embedding embedding) {
        return adopt(embedding.toArray());
    }

    /** Scales the array in place and keeps it. */
    static UnitVector adopt(float[] values) {
        double square = square(values);
        double scale = square > 0 ? 1 / Math.sqrt(square) : 1;
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (values[i] * scale);
        }
        return new UnitVector(values, signs(values), square == 0);
    }

    /** Uses two accumulators, so that an addition does not wait for the previous one. */
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
            // Arithmetic on the sign bit: a branch would be mispredicted half of the time.
            signs = signs << 1 | Float.floatToRawIntBits(values[i]) >>> (Integer.SIZE - 1);
        }
        return signs;
    }

    int dimensions() {
        return values.length;
    }

    /** Returns whether all components are zero. Such a vector has no direction, and its cosine with any other is 0. */
    boolean isZero() {
        return zero;
    }

    /** Returns the Hamming distance of the two signatures. */
    int hammingDistance(UnitVector other) {
        int bits = 0;
        for (int i = 0; i < signs.length; i++) {
            bits += Long.bitCount(signs[i] ^ other.signs[i]);
        }
        return bits;
    }

    double cosine(UnitVector other) {
        float[] theirs = other.values;
        // Four accumulators, so that an addition does not wait for the previous one.
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

    /** Returns the approximate memory use. */
    long bytes() {
        return OVERHEAD_BYTES + (long) Float.BYTES * values.length + (long) Long.BYTES * signs.length;
    }
}

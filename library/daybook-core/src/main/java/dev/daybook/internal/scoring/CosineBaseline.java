package dev.daybook.internal.scoring;

import java.util.function.IntPredicate;

/**
 * The cosine of an unrelated message to a query: the 2 percent quantile of the scope, and at least 0. By some encoders any two
 * texts have a cosine of 0.6 and more, which would let each neighbour support a message (decision 100).
 */
final class CosineBaseline {

    /** One message of so many is below the quantile. */
    private static final int ONE_IN = 50;

    /** The quantile is rounded down to a multiple of one part of so many. */
    private static final int BINS = 1_024;

    private CosineBaseline() {}

    /**
     * Returns the baseline of a query.
     *
     * @param cosines the cosines of the messages, from -1 to 1
     * @param counted the messages that have a cosine
     */
    static double of(double[] cosines, IntPredicate counted) {
        int[] histogram = new int[BINS + 1];
        int total = 0;
        for (int message = 0; message < cosines.length; message++) {
            if (counted.test(message)) {
                histogram[Math.max(0, Math.min((int) (cosines[message] * BINS), BINS))]++;
                total++;
            }
        }
        int below = (total - 1) / ONE_IN;
        int bin = 0;
        while (bin < BINS && histogram[bin] <= below) {
            below -= histogram[bin++];
        }
        return total == 0 ? 0 : (double) bin / BINS;
    }
}

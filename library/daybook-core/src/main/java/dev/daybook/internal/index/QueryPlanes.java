package dev.daybook.internal.index;

/**
 * A query vector rounded to four bits per component, kept as four planes of bits of equal place value. Estimates its dot
 * product with the signs of another vector, and from that the cosine (Gao and Long, "RaBitQ: Quantizing high-dimensional
 * vectors with a theoretical error bound for approximate nearest neighbor search", 2024): the dot product of the signs
 * and a plane of 1 and -1 is the number of components less twice the Hamming distance. The error is half of that with
 * the signs of the query alone. Immutable.
 */
final class QueryPlanes {

    private static final int PLANES = 4;

    private static final int HIGHEST = (1 << PLANES) - 1;

    private final int dimensions;

    /** For each word of a signature its four planes, the lowest place value first. */
    private final long[] planes;

    /** The width of a step of the rounding. */
    private final double step;

    /** @param values the components of the query */
    QueryPlanes(float[] values) {
        this.dimensions = values.length;
        this.planes = new long[(dimensions + Long.SIZE - 1) / Long.SIZE * PLANES];
        float largest = 0;
        for (float value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        this.step = 2.0 * largest / HIGHEST;
        for (int i = 0; i < dimensions && largest > 0; i++) {
            // A set bit in a signature is a negative sign, so the planes count down from the largest component.
            int level = HIGHEST - Math.min(HIGHEST, (int) Math.round(values[i] / step + HIGHEST / 2.0));
            for (int plane = 0; plane < PLANES; plane++) {
                planes[i / Long.SIZE * PLANES + plane] |= (long) (level >> plane & 1) << i;
            }
        }
    }

    int dimensions() {
        return dimensions;
    }

    /**
     * Returns the distance of a signature, from 0 to {@link #maxDistance()}: the sum of its Hamming distances to the
     * planes, each weighted by its place value.
     *
     * @param begin the index of the first word of the signature
     */
    int distance(long[] signatures, int begin) {
        int distance = 0;
        int word = begin;
        for (int plane = 0; plane < planes.length; plane += PLANES) {
            long signs = signatures[word++];
            distance += Long.bitCount(signs ^ planes[plane])
                    + 2 * Long.bitCount(signs ^ planes[plane + 1])
                    + 4 * Long.bitCount(signs ^ planes[plane + 2])
                    + 8 * Long.bitCount(signs ^ planes[plane + 3]);
        }
        return distance;
    }

    int maxDistance() {
        return HIGHEST * dimensions;
    }

    /** Returns the dot product of the rounded query with the signs, each 1 or -1, at a distance. */
    double dotOfSigns(int distance) {
        return step * (maxDistance() / 2.0 - distance);
    }
}

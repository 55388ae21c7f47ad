package dev.daybook.internal.index;

import dev.daybook.model.Embedding;

/** A vector scaled to unit length, which reduces the cosine of two vectors to their dot product. Immutable. */
final class UnitVector {

    private static final DotProduct DOT_PRODUCT = DotProduct.fastest();

    private final float[] values;

    private UnitVector(float[] values) {
        this.values = values;
    }

    static UnitVector of(Embedding embedding) {
        float[] values = embedding.toArray();
        scale(values, values, 0);
        return new UnitVector(values);
    }

    /**
     * Writes a vector scaled to unit length into an array from an index on. The zero vector has no direction and stays as it
     * is, so its cosine with any other is 0.
     */
    static void scale(float[] values, float[] target, int begin) {
        double square = square(values);
        double scale = square > 0 ? 1 / Math.sqrt(square) : 1;
        for (int i = 0; i < values.length; i++) {
            target[begin + i] = (float) (values[i] * scale);
        }
    }

    /** Returns the sum of the squares. Uses two accumulators, so that an addition does not wait for the previous one. */
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

    int dimensions() {
        return values.length;
    }

    /** Returns the dot product with the components that begin at an index of an array. */
    double dot(float[] others, int begin) {
        return DOT_PRODUCT.of(values, others, begin);
    }

    /** Returns the vector rounded for estimates. */
    QueryPlanes planes() {
        return new QueryPlanes(values);
    }
}

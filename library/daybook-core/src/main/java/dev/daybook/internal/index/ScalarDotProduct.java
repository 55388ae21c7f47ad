package dev.daybook.internal.index;

/** The dot product by scalar code: C2 does not vectorize a sum of floats, whose order it may not change. */
final class ScalarDotProduct implements DotProduct {

    @Override
    public double of(float[] vector, float[] others, int begin) {
        // Four accumulators, so that an addition does not wait for the previous one.
        float first = 0;
        float second = 0;
        float third = 0;
        float fourth = 0;
        int i = 0;
        for (; i + 3 < vector.length; i += 4) {
            first += vector[i] * others[begin + i];
            second += vector[i + 1] * others[begin + i + 1];
            third += vector[i + 2] * others[begin + i + 2];
            fourth += vector[i + 3] * others[begin + i + 3];
        }
        for (; i < vector.length; i++) {
            first += vector[i] * others[begin + i];
        }
        return (double) first + second + third + fourth;
    }
}

package dev.daybook.recall;

import dev.daybook.data.Embedding;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Vectors by number, scaled to length one, so that a cosine is a sum of products. With each goes its signature: one bit for
 * the sign of each component. Two directions differ in a share of their signs that grows with the angle between them
 * (Charikar, "Similarity estimation techniques from rounding algorithms", 2002), so counting different bits estimates the
 * cosine at a fiftieth of the cost.
 */
final class VectorTable {

    /** Up to here every cosine is exact; it costs about a millisecond. */
    static final int EXACT = 5_000;

    /** How many of the best estimates are worked out exactly: at least so many, and one in so many of all. */
    private static final int RESCORED = 200;

    private static final int RESCORED_ONE_IN = 200;

    private float[][] vectors = new float[16][0];
    private long[][] signatures = new long[16][0];
    private final BitSet present = new BitSet();

    /** Vectors without length: their signs say nothing. */
    private final BitSet without = new BitSet();

    /** The last vector that was scaled: an entry's and its only message's are one. */
    private @Nullable Embedding last;

    private float[] lastScaled = new float[0];
    private long[] lastSignature = new long[0];

    void put(int number, Embedding embedding) {
        if (number >= vectors.length) {
            int length = Math.max(vectors.length * 2, number + 1);
            vectors = Arrays.copyOf(vectors, length);
            signatures = Arrays.copyOf(signatures, length);
        }
        if (!embedding.equals(last)) {
            last = embedding;
            lastScaled = scaled(embedding);
            lastSignature = signature(lastScaled);
        }
        vectors[number] = lastScaled;
        signatures[number] = lastSignature;
        present.set(number);
        without.set(number, isNothing(lastScaled));
    }

    boolean has(int number) {
        return present.get(number);
    }

    /**
     * The cosine of a question with each vector; 0 where there is none. In a large table only the best are exact, the
     * others estimated.
     */
    double[] cosines(Embedding question, int count) {
        float[] asked = scaled(question);
        if (isNothing(asked)) {
            return new double[count];
        }
        return present.cardinality() <= EXACT ? exact(asked, count) : estimated(asked, count);
    }

    /** The exact cosine of a question with each vector, however many there are; 0 where there is none. */
    double[] exactCosines(Embedding question, int count) {
        return exact(scaled(question), count);
    }

    private double[] exact(float[] asked, int count) {
        double[] cosines = new double[count];
        for (int number = present.nextSetBit(0); number >= 0; number = present.nextSetBit(number + 1)) {
            cosines[number] = product(asked, vectors[number]);
        }
        return cosines;
    }

    private double[] estimated(float[] asked, int count) {
        long[] signature = signature(asked);
        double[] byDifference = new double[asked.length + 1];
        for (int bits = 0; bits < byDifference.length; bits++) {
            byDifference[bits] = Math.cos(Math.PI * bits / asked.length);
        }
        int[] numbers = present.stream().toArray();
        int[] differences = new int[numbers.length];
        int[] histogram = new int[asked.length + 1];
        double[] cosines = new double[count];
        for (int i = 0; i < numbers.length; i++) {
            int difference = differing(signature, signatures[numbers[i]]);
            differences[i] = difference;
            histogram[difference]++;
            cosines[numbers[i]] = byDifference[difference];
        }
        for (int number = without.nextSetBit(0); number >= 0; number = without.nextSetBit(number + 1)) {
            cosines[number] = 0;
        }
        int wanted = Math.max(RESCORED, numbers.length / RESCORED_ONE_IN);
        int limit = 0;
        for (int taken = histogram[0]; taken < wanted && limit < asked.length; taken += histogram[limit]) {
            limit++;
        }
        for (int i = 0; i < numbers.length; i++) {
            if (differences[i] <= limit) {
                cosines[numbers[i]] = product(asked, vectors[numbers[i]]);
            }
        }
        return cosines;
    }

    private static boolean isNothing(float[] values) {
        for (float value : values) {
            if (value != 0) {
                return false;
            }
        }
        return true;
    }

    private static int differing(long[] one, long[] other) {
        int bits = 0;
        for (int i = 0; i < one.length; i++) {
            bits += Long.bitCount(one[i] ^ other[i]);
        }
        return bits;
    }

    private static double product(float[] one, float[] other) {
        // Four sums at a time, so that an addition need not wait for the one before.
        float first = 0;
        float second = 0;
        float third = 0;
        float fourth = 0;
        int i = 0;
        for (; i + 3 < one.length; i += 4) {
            first += one[i] * other[i];
            second += one[i + 1] * other[i + 1];
            third += one[i + 2] * other[i + 2];
            fourth += one[i + 3] * other[i + 3];
        }
        for (; i < one.length; i++) {
            first += one[i] * other[i];
        }
        return (double) first + second + third + fourth;
    }

    private static float[] scaled(Embedding embedding) {
        float[] values = embedding.toArray();
        double square = 0;
        for (float value : values) {
            square += (double) value * value;
        }
        double scale = square > 0 ? 1 / Math.sqrt(square) : 1;
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (values[i] * scale);
        }
        return values;
    }

    private static long[] signature(float[] values) {
        long[] bits = new long[(values.length + Long.SIZE - 1) / Long.SIZE];
        // The sign as a number: half of all branches on it would be guessed wrong.
        for (int i = 0; i < values.length; i++) {
            bits[i / Long.SIZE] |=
                    (long) (Float.floatToRawIntBits(values[i]) >>> (Integer.SIZE - 1)) << (i % Long.SIZE);
        }
        return bits;
    }

    BitSet present() {
        return present;
    }
}

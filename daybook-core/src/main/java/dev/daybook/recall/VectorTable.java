package dev.daybook.recall;

import dev.daybook.data.Embedding;
import java.util.Arrays;
import java.util.BitSet;

/** Vectors by number, with the cosine of each to a query. */
final class VectorTable {

    /** The number of best estimates rescored exactly: at least this many, and at least this share of all. */
    static final int EXACT = 5_000;

    /** Bounds of the exact rescoring: at least this number of the best estimates, and at least this share of all. */
    private static final int RESCORED = 200;

    private static final int RESCORED_ONE_IN = 200;

    private UnitVector[] directions = new UnitVector[16];
    private final BitSet present = new BitSet();

    /** The zero vectors, whose signs carry no information. */
    private final BitSet zeroVectors = new BitSet();

    void put(int number, UnitVector unitVector) {
        if (number >= directions.length) {
            directions = Arrays.copyOf(directions, Math.max(directions.length * 2, number + 1));
        }
        directions[number] = unitVector;
        present.set(number);
        zeroVectors.set(number, unitVector.isZero());
    }

    boolean has(int number) {
        return present.get(number);
    }

    /**
     * Returns the cosine of the query and each vector, 0 for a missing vector. In a large table only the best are
     * exact, the others estimated from the signatures.
     */
    double[] cosines(Embedding query, int count) {
        UnitVector queryVector = UnitVector.of(query);
        if (queryVector.isZero()) {
            return new double[count];
        }
        return present.cardinality() <= EXACT ? exact(queryVector, count) : estimated(queryVector, count);
    }

    /** Returns the exact cosine of the query and each vector, 0 for a missing vector. */
    double[] exactCosines(Embedding query, int count) {
        return exact(UnitVector.of(query), count);
    }

    private double[] exact(UnitVector queryVector, int count) {
        double[] cosines = new double[count];
        for (int number = present.nextSetBit(0); number >= 0; number = present.nextSetBit(number + 1)) {
            cosines[number] = queryVector.cosine(directions[number]);
        }
        return cosines;
    }

    private double[] estimated(UnitVector queryVector, int count) {
        int dimensions = queryVector.dimensions();
        double[] byDistance = new double[dimensions + 1];
        for (int bits = 0; bits < byDistance.length; bits++) {
            byDistance[bits] = Math.cos(Math.PI * bits / dimensions);
        }
        int[] numbers = present.stream().toArray();
        int[] distances = new int[numbers.length];
        int[] histogram = new int[dimensions + 1];
        double[] cosines = new double[count];
        for (int i = 0; i < numbers.length; i++) {
            int distance = queryVector.hammingDistance(directions[numbers[i]]);
            distances[i] = distance;
            histogram[distance]++;
            cosines[numbers[i]] = byDistance[distance];
        }
        for (int number = zeroVectors.nextSetBit(0); number >= 0; number = zeroVectors.nextSetBit(number + 1)) {
            cosines[number] = 0;
        }
        int wanted = Math.max(RESCORED, numbers.length / RESCORED_ONE_IN);
        int limit = 0;
        for (int taken = histogram[0]; taken < wanted && limit < dimensions; taken += histogram[limit]) {
            limit++;
        }
        for (int i = 0; i < numbers.length; i++) {
            if (distances[i] <= limit) {
                cosines[numbers[i]] = queryVector.cosine(directions[numbers[i]]);
            }
        }
        return cosines;
    }

    /** Returns the approximate memory use, without the vectors, which may be shared with another table. */
    long bytes() {
        return (long) Integer.BYTES * directions.length;
    }

    BitSet present() {
        return present;
    }
}

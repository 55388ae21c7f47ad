package dev.daybook.internal.index;

import dev.daybook.model.Embedding;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The vectors of entries or of messages by number, with the cosine of each to a query. Numbers may share a vector. A large
 * table estimates the cosines and computes only the best exactly (decision 68).
 */
public final class VectorTable {

    /** Up to this number of wanted vectors all cosines of a ranking are exact: estimates would save little. */
    public static final int ALL_EXACT = 1_000;

    /** The share of a large table that is rescored if its estimates are part of a score. */
    private static final int RESCORED_ONE_IN = 20;

    /** The first estimates that are rescored for a ranking by cosine, from which the error of the others is known. */
    private static final int RESCORED_FIRST = 200;

    /**
     * The first ranks of a ranking by cosine that are exact, for the most hits that are ranked by estimates and a few more,
     * since the rule on trust may reject some.
     */
    private static final int EXACT_RANKS = 32;

    /**
     * The error that an estimate may have, in root mean squares of the known errors. These are large ones, because the best
     * estimates are too high more often than others.
     */
    private static final double ERRORS = 3;

    /**
     * The error of an estimate for components with a normal distribution, times the square root of the dimensions: a
     * cosine of the vector and its signs of the square root of 2 / pi. The known errors may be those of one text in many copies.
     */
    private static final double USUAL_ERROR = Math.sqrt(Math.PI / 2 - 1);

    /** Vectors of fewer dimensions are not estimated: an estimate has a large error then, and a cosine is cheap. */
    private static final int ESTIMATED_DIMENSIONS = 128;

    private static final int NONE = -1;

    /** Stands for the distance of a number that is missing or not wanted. */
    private static final int UNWANTED = Integer.MAX_VALUE;

    /** Stands for the distance of a number whose cosine is exact. */
    private static final int EXACT = -1;

    private final VectorBlocks vectors;
    private final BitSet present = new BitSet();
    private int[] vectorOf = none(16);
    private int count;

    VectorTable(VectorBlocks vectors) {
        this.vectors = vectors;
    }

    /** Gives a number a vector. */
    void put(int number, int vector) {
        if (number >= vectorOf.length) {
            int[] more = none(Math.max(vectorOf.length * 2, number + 1));
            System.arraycopy(vectorOf, 0, more, 0, vectorOf.length);
            vectorOf = more;
        }
        count += vectorOf[number] == NONE ? 1 : 0;
        vectorOf[number] = vector;
        present.set(number);
    }

    private static int[] none(int length) {
        int[] none = new int[length];
        Arrays.fill(none, NONE);
        return none;
    }

    public boolean has(int number) {
        return number < vectorOf.length && vectorOf[number] != NONE;
    }

    /** Returns the exact cosine of the query and each vector, 0 for a missing vector. */
    public double[] exactCosines(Embedding query, int numbers) {
        UnitVector queryVector = UnitVector.of(query);
        double[] cosines = new double[numbers];
        for (int number = 0; number < Math.min(numbers, vectorOf.length); number++) {
            if (vectorOf[number] != NONE) {
                cosines[number] = number > 0 && vectorOf[number] == vectorOf[number - 1]
                        ? cosines[number - 1]
                        : vectors.cosine(vectorOf[number], queryVector);
            }
        }
        return cosines;
    }

    /**
     * Returns the cosine of the query and each vector, 0 for a missing vector. In a large table only the best are exact,
     * the others estimated.
     *
     * @param exact up to this number of vectors all cosines are exact
     * @param rescored the lowest number of exact cosines above it
     */
    public double[] cosines(Embedding query, int numbers, int exact, int rescored) {
        if (isExact(exact)) {
            return exactCosines(query, numbers);
        }
        Estimates estimates = new Estimates(query, numbers, null);
        estimates.rescore(Math.max(rescored, count / RESCORED_ONE_IN));
        return estimates.cosines;
    }

    /**
     * Returns the cosine of the query and each vector for a ranking by cosine: as {@link #cosines}, but only wanted numbers
     * are exact, and no estimate is higher than an exact cosine.
     *
     * @param exact up to this number of wanted vectors all cosines are exact
     * @param wanted the numbers that may become hits; null: all
     */
    public double[] nearest(Embedding query, int numbers, int exact, @Nullable BitSet wanted) {
        if (isExact(exact)) {
            return exactCosines(query, numbers);
        }
        Estimates estimates = new Estimates(query, numbers, wanted);
        if (estimates.wantedCount <= exact) {
            estimates.rescore(estimates.wantedCount);
        } else {
            estimates.rescoreFirstRanks();
        }
        estimates.rankBehind();
        return estimates.cosines;
    }

    private boolean isExact(int exact) {
        return count <= exact || vectors.dimensions() < ESTIMATED_DIMENSIONS;
    }

    /** The estimated cosines of a query. */
    private final class Estimates {

        private final UnitVector query;
        private final QueryPlanes planes;
        private final double[] cosines;

        /** The distance of each vector of a wanted number, and the number of vectors at each distance. */
        private final int[] distances;

        private final int[] histogram;
        private int wantedCount;

        /** The number of exact cosines, the lowest of them, and the sum of the squared errors of their estimates. */
        private int exact;

        private double lowest = 1;
        private double squaredErrors;

        Estimates(Embedding embedding, int numbers, @Nullable BitSet wanted) {
            this.query = UnitVector.of(embedding);
            this.planes = query.planes();
            this.cosines = new double[numbers];
            this.distances = new int[Math.min(numbers, vectorOf.length)];
            this.histogram = new int[planes.maxDistance() + 1];
            int last = NONE;
            int distance = UNWANTED;
            for (int number = 0; number < distances.length; number++) {
                int vector = vectorOf[number];
                distances[number] = UNWANTED;
                if (vector == NONE) {
                    continue;
                }
                // The messages of an entry often share its vector.
                distance = vector == last ? distance : vectors.distance(vector, planes);
                last = vector;
                cosines[number] = vectors.estimate(vector, distance, planes);
                if (wanted == null || wanted.get(number)) {
                    distances[number] = distance;
                    histogram[distance]++;
                    wantedCount++;
                }
            }
        }

        /** Replaces the best estimates, at least so many, by the exact cosines. */
        void rescore(int count) {
            int limit = 0;
            for (int taken = histogram[0]; taken < count && limit < histogram.length - 1; taken += histogram[limit]) {
                limit++;
            }
            int last = NONE;
            double cosine = 0;
            for (int number = 0; number < distances.length; number++) {
                if (isEstimate(number) && distances[number] <= limit) {
                    int vector = vectorOf[number];
                    cosine = vector == last ? cosine : vectors.cosine(vector, query);
                    last = vector;
                    replace(number, cosine);
                }
            }
        }

        /**
         * Replaces the estimates that may belong to the first ranks by the exact cosines: those that are not lower than the last
         * of these ranks by more than the error of an estimate. Vectors with a large common part have large errors beside
         * the distances of their cosines, so most of them may belong there.
         */
        void rescoreFirstRanks() {
            rescore(RESCORED_FIRST);
            double error = Math.max(Math.sqrt(squaredErrors / exact), USUAL_ERROR / Math.sqrt(vectors.dimensions()));
            double bound = lastOfFirstRanks() - ERRORS * error;
            for (int number = 0; number < distances.length; number++) {
                if (isEstimate(number) && cosines[number] >= bound) {
                    replace(number, vectors.cosine(vectorOf[number], query));
                }
            }
        }

        private void replace(int number, double cosine) {
            double error = cosines[number] - cosine;
            squaredErrors += error * error;
            exact++;
            distances[number] = EXACT;
            cosines[number] = cosine;
            lowest = Math.min(lowest, cosine);
        }

        private double lastOfFirstRanks() {
            double[] ranked = new double[exact];
            int ranks = 0;
            for (int number = 0; number < distances.length; number++) {
                if (distances[number] == EXACT) {
                    ranked[ranks++] = cosines[number];
                }
            }
            Arrays.sort(ranked);
            return ranked[Math.max(0, ranks - EXACT_RANKS)];
        }

        /** Lowers the estimates below the exact cosines: the highest of many estimates is high by its error. */
        void rankBehind() {
            double highest = -1;
            for (int number = 0; number < distances.length; number++) {
                if (isEstimate(number)) {
                    highest = Math.max(highest, cosines[number]);
                }
            }
            double excess = Math.max(0, highest - lowest);
            for (int number = 0; number < distances.length && excess > 0; number++) {
                if (isEstimate(number)) {
                    cosines[number] -= excess;
                }
            }
        }

        private boolean isEstimate(int number) {
            return distances[number] != EXACT && distances[number] != UNWANTED;
        }
    }

    /** Returns the approximate memory use, without the vectors, which may be shared with another table. */
    long bytes() {
        return (long) Integer.BYTES * vectorOf.length;
    }

    /** Returns the numbers with a vector, to be read only. */
    public BitSet present() {
        return present;
    }
}

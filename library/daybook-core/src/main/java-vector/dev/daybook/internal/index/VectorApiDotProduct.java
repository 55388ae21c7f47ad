package dev.daybook.internal.index;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The dot product by the Vector API. In a source folder of its own, because the compiler needs
 * {@code --add-modules jdk.incubator.vector} for it.
 */
final class VectorApiDotProduct implements DotProduct {

    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

    private static final int LANES = SPECIES.length();

    @Override
    public double of(float[] vector, float[] others, int begin) {
        // Two accumulators, so that an addition does not wait for the previous one. No fused multiplication: a processor
        // without the instruction would compute it in software.
        FloatVector even = FloatVector.zero(SPECIES);
        FloatVector odd = even;
        int i = 0;
        for (; i + 2 * LANES <= vector.length; i += 2 * LANES) {
            even = even.add(product(vector, others, begin, i));
            odd = odd.add(product(vector, others, begin, i + LANES));
        }
        double sum = even.add(odd).reduceLanes(VectorOperators.ADD);
        for (; i < vector.length; i++) {
            sum += vector[i] * others[begin + i];
        }
        return sum;
    }

    private static FloatVector product(float[] vector, float[] others, int begin, int i) {
        return FloatVector.fromArray(SPECIES, vector, i).mul(FloatVector.fromArray(SPECIES, others, begin + i));
    }
}

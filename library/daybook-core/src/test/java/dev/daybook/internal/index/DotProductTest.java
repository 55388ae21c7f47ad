package dev.daybook.internal.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The build runs this class twice: in a JVM without the Vector API, and in one with it. */
class DotProductTest {

    @Test
    void aJvmWithTheVectorApiComputesWithIt() {
        boolean hasApi = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

        assertThat(DotProduct.fastest().getClass().getSimpleName())
                .isEqualTo(hasApi ? "VectorApiDotProduct" : "ScalarDotProduct");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 127, 128, 384, 385, 1_536})
    void itIsTheSumOfAllProducts(int dimensions) {
        Random random = new Random(dimensions);
        int begin = 5;
        float[] vector = values(random, dimensions);
        float[] others = values(random, begin + dimensions + 3);

        double sum = 0;
        for (int i = 0; i < dimensions; i++) {
            sum += (double) vector[i] * others[begin + i];
        }

        assertThat(DotProduct.fastest().of(vector, others, begin)).isCloseTo(sum, within(1e-3));
        assertThat(new ScalarDotProduct().of(vector, others, begin)).isCloseTo(sum, within(1e-3));
    }

    private static float[] values(Random random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextFloat() * 2 - 1;
        }
        return values;
    }
}

package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CosineBaselineTest {

    @Test
    void it_is_the_two_percent_quantile_of_the_counted_messages() {
        Random random = new Random(3);
        for (int size = 1; size < 400; size++) {
            double shift = random.nextDouble();
            double[] cosines = random.doubles(size, -shift, 1).toArray();
            double[] counted = new double[(size + 1) / 2];
            for (int i = 0; i < size; i += 2) {
                counted[i / 2] = cosines[i];
            }
            Arrays.sort(counted);
            double quantile = Math.max(0, counted[(counted.length - 1) / 50]);

            assertThat(CosineBaseline.of(cosines, message -> message % 2 == 0))
                    .isBetween(quantile - 1.0 / 1_024, quantile);
        }
    }

    @Test
    void without_a_message_or_below_zero_it_is_zero() {
        assertThat(CosineBaseline.of(new double[0], message -> true)).isZero();
        assertThat(CosineBaseline.of(new double[] {0.5}, message -> false)).isZero();
        assertThat(CosineBaseline.of(new double[] {-0.5, -0.1, 0.9}, message -> true))
                .isZero();
    }

    @Test
    void cosines_that_rounding_lifts_above_one_count_as_one() {
        assertThat(CosineBaseline.of(new double[] {1.0000002, 1}, message -> true))
                .isEqualTo(1);
    }
}

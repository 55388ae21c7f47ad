package dev.daybook.bench.quality.confidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LogisticFitTest {

    private static final Offset<Double> ROUNDING = Offset.offset(1e-6);

    @Test
    void the_weight_of_a_signal_is_the_log_of_the_ratio_of_its_odds() {
        LogisticFit fit = new LogisticFit(1);
        fit.add(true, 3, 1);
        fit.add(false, 1, 1);
        fit.add(true, 1, 0);
        fit.add(false, 2, 0);

        assertThat(fit.coefficients()[0]).isEqualTo(Math.log(1 / 2.0), ROUNDING);
        assertThat(fit.coefficients()[1]).isEqualTo(Math.log(6), ROUNDING);
    }

    @Test
    void a_signal_that_tells_nothing_has_no_weight() {
        LogisticFit fit = new LogisticFit(2);
        for (double signal : new double[] {0, 1}) {
            for (double noise : new double[] {0, 1}) {
                fit.add(true, 1 + 2 * signal, signal, noise);
                fit.add(false, 2, signal, noise);
            }
        }

        assertThat(fit.coefficients()[1]).isEqualTo(Math.log(3), ROUNDING);
        assertThat(fit.coefficients()[2]).isEqualTo(0, ROUNDING);
    }
}

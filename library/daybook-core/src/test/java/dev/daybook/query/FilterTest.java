package dev.daybook.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FilterTest {

    @Test
    void a_number_equals_a_number_of_the_same_value() {
        assertThat(Filter.equal("n", 1).matches(Map.of("n", 1.0))).isTrue();
        assertThat(Filter.equal("n", 1.0f).matches(Map.of("n", 1L))).isTrue();
        assertThat(Filter.equal("n", 1.5).matches(Map.of("n", 1L))).isFalse();
    }

    @Test
    void large_whole_numbers_that_differ_are_not_equal() {
        long large = (1L << 53) + 1;
        assertThat(Filter.equal("n", large).matches(Map.of("n", large - 1))).isFalse();
    }
}

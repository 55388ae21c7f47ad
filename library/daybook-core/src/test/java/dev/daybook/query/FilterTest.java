package dev.daybook.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class FilterTest {

    private static final Filter ONE = Filter.equal("n", 1);

    @Test
    void a_number_equals_a_number_of_the_same_value() {
        assertThat(Filter.equal("n", 1).matches(Map.of("n", 1.0))).isTrue();
        assertThat(Filter.equal("n", 1.0f).matches(Map.of("n", 1L))).isTrue();
        assertThat(Filter.equal("n", 1.5).matches(Map.of("n", 1L))).isFalse();
    }

    @Test
    void a_filter_has_as_many_levels_as_any_request_can_hold() {
        for (UnaryOperator<Filter> level :
                List.<UnaryOperator<Filter>>of(Filter::all, Filter::any, Filter::not, one -> Filter.all(ONE, one))) {
            Filter deepest = nested(FilterForms.MAX_LEVELS - 1, level);

            assertThat(deepest.matches(Map.of("n", 1))).isIn(true, false);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> level.apply(deepest))
                    .withMessageContaining("makes 26 levels of filters; use at most 25");
        }
    }

    @Test
    void a_filter_has_a_bound_on_its_conditions_however_often_one_object_stands_in_it() {
        Filter most = Filter.any(
                Stream.generate(() -> ONE).limit(FilterForms.MAX_CONDITIONS - 1).toArray(Filter[]::new));

        assertThat(most.matches(Map.of("n", 1))).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Filter.not(most))
                .withMessage("filter makes a filter of more than 100,000 conditions; use at most so many, and oneOf for"
                        + " the values of a name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> nested(FilterForms.MAX_LEVELS - 1, one -> Filter.all(one, one)))
                .withMessageContaining("more than 100,000 conditions");
    }

    private static Filter nested(int levels, UnaryOperator<Filter> level) {
        return Stream.iterate(ONE, level).skip(levels).findFirst().orElseThrow();
    }

    @Test
    @SuppressWarnings("NullAway")
    void a_condition_without_a_value_is_refused_by_name() {
        Set<Object> values = new HashSet<>();
        values.add(null);

        refused(() -> Filter.equal("room", null), "filter value of 'room' is null; give a value");
        refused(() -> Filter.oneOf("room", null), "filter values of 'room' is null; give a value");
        refused(() -> Filter.oneOf("room", values), "an element of filter values of 'room' is null; give a value");
        refused(() -> Filter.all(ONE, null), "an element of filters is null; give a value");
        refused(() -> Filter.any((Filter[]) null), "filters is null; give a value");
        refused(() -> Filter.not(null), "filter is null; give a value");
    }

    private static void refused(ThrowingCallable call, String problem) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(problem);
    }

    @Test
    void large_whole_numbers_that_differ_are_not_equal() {
        long large = (1L << 53) + 1;
        assertThat(Filter.equal("n", large).matches(Map.of("n", large - 1))).isFalse();
    }
}

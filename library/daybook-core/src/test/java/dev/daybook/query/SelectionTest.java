package dev.daybook.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SelectionTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void a_selection_holds_the_conditions_of_all_its_parts() {
        Selection.Matching selection = Selection.session("s1")
                .and(Selection.before(NOON))
                .and(Selection.since(NOON.minusSeconds(9)))
                .and(Selection.writer("crawler"))
                .and(Selection.source(Origin.Source.TOOL))
                .and(Selection.key("k1"))
                .and(Selection.entry(Kind.NOTE, "n1"));

        assertThat(selection)
                .hasToString("Matching[session=s1, before=2026-03-01T12:00:00Z, kind=NOTE, id=n1, writer=crawler,"
                        + " source=TOOL, since=2026-03-01T11:59:51Z, key=k1]");
    }

    @Test
    void the_order_of_conditions_does_not_matter() {
        assertThat(Selection.session("s1").and(Selection.before(NOON)))
                .isEqualTo(Selection.before(NOON).and(Selection.session("s1")))
                .hasSameHashCodeAs(Selection.before(NOON).and(Selection.session("s1")))
                .isNotEqualTo(Selection.session("s1"))
                .isNotEqualTo(Selection.everything());
    }

    @Test
    void a_condition_with_two_values_is_refused_by_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selection.session("s1").and(Selection.session("s2")))
                .withMessage("a selection has one session, but s1 and s2 are given; select by each in turn");
        assertThat(Selection.session("s1").and(Selection.session("s1"))).isEqualTo(Selection.session("s1"));
    }

    @Test
    void a_condition_without_a_value_is_refused() {
        Instant never = null;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selection.before(never))
                .withMessage("before is null; give a value");
    }
}

package dev.daybook.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
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
    void several_ids_are_a_set_and_one_of_them_is_an_entry() {
        Selection.Matching two = Selection.entries(Kind.NOTE, List.of("n2", "n1", "n2"));

        assertThat(two).isEqualTo(Selection.entries(Kind.NOTE, List.of("n1", "n2")));
        assertThat(two).hasSameHashCodeAs(Selection.entries(Kind.NOTE, List.of("n1", "n2")));
        assertThat(two.id()).isNull();
        assertThat(two.ids()).containsExactly("n1", "n2").isUnmodifiable();
        assertThat(two.and(Selection.session("s1")).ids()).containsExactly("n1", "n2");
        assertThat(two.toString()).contains("kind=NOTE, id=[n1, n2]");
        assertThat(Selection.entries(Kind.NOTE, List.of("n1", "n1"))).isEqualTo(Selection.entry(Kind.NOTE, "n1"));
        assertThat(Selection.entry(Kind.NOTE, "n1").ids()).containsExactly("n1");
        assertThat(Selection.session("s1").ids()).isEmpty();
    }

    @Test
    void a_list_of_ids_may_change_after_the_selection() {
        List<String> ids = new ArrayList<>(List.of("n1", "n2"));
        Selection.Matching selection = Selection.entries(Kind.NOTE, ids);
        ids.clear();

        assertThat(selection.ids()).containsExactly("n1", "n2");
    }

    @Test
    void a_selection_has_from_one_to_a_thousand_different_ids() {
        List<String> most = IntStream.range(0, 1_000).mapToObj(i -> "n" + i).toList();
        List<String> more = new ArrayList<>(most);
        more.addAll(most);

        assertThat(Selection.entries(Kind.NOTE, more).ids()).hasSize(1_000);
        more.add("n1000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selection.entries(Kind.NOTE, more))
                .withMessage("ids has 1,001 different ids; give 1 to 1,000 in one selection");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selection.entries(Kind.NOTE, List.of()))
                .withMessage("ids has 0 different ids; give 1 to 1,000 in one selection");
    }

    @Test
    void an_id_that_is_none_is_refused_by_its_place() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selection.entries(Kind.NOTE, Arrays.asList("n1", null)))
                .withMessage("ids[1] is null; give a text of 1 to 512 characters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selection.entries(Kind.NOTE, null))
                .withMessage("ids is null; give a value");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selection.entries(null, List.of("n1")))
                .withMessage("kind is null; give a value");
    }

    @Test
    void two_sets_of_ids_are_refused_by_their_sizes() {
        Selection.Matching two = Selection.entries(Kind.NOTE, List.of("n1", "n2"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> two.and(Selection.entries(Kind.NOTE, List.of("n1", "n3"))))
                .withMessage("a selection has one set of ids, but 2 ids and 2 ids are given; select by each in turn");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selection.entry(Kind.NOTE, "n1").and(Selection.entry(Kind.NOTE, "n2")))
                .withMessage("a selection has one id, but n1 and n2 are given; select by each in turn");
        assertThat(two.and(two)).isEqualTo(two);
    }

    @Test
    void a_condition_without_a_value_is_refused() {
        Instant never = null;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Selection.before(never))
                .withMessage("before is null; give a value");
    }
}

package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Fact;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FactWordMatchTest {

    private static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-04T12:00:00Z");

    private static Fact fact(String object) {
        return new Fact(
                "f",
                "ada",
                "lives_in",
                object,
                1,
                NOON,
                null,
                null,
                NOON,
                List.of(),
                SummaryMethod.GIVEN,
                new Provenance(1, 1, Origin.USER, Trust.USER));
    }

    private static List<String> best(String question, String... objects) {
        return new FactWordMatch(question)
                .best(Stream.of(objects).map(FactWordMatchTest::fact).toList(), 10).stream()
                        .map(Fact::object)
                        .toList();
    }

    @Test
    void more_words_in_common_come_first_then_the_shorter_then_the_newer() {
        assertThat(best("old house by the sea", "a house", "an old house", "the sea", "a boat", "sea"))
                .containsExactly("an old house", "sea", "a house", "the sea");
    }

    @Test
    void a_word_counts_once_however_often_it_stands() {
        assertThat(best("sea sea sea house", "sea sea sea", "sea house")).containsExactly("sea house", "sea sea sea");
    }

    @Test
    void words_are_runs_of_letters_and_digits_in_any_case() {
        assertThat(best("LIVES?", "x")).containsExactly("x");
        assertThat(best("flat-7b", "in FLAT_7B now", "flat7b")).containsExactly("in FLAT_7B now");
        assertThat(best("\u5317\u4eac", "\u5317\u4eac")).hasSize(1);
        assertThat(best("sea", "seaside")).isEmpty();
    }

    @Test
    void single_letters_and_stop_words_find_nothing() {
        assertThat(best("x house", "x", "house")).containsExactly("house");
        assertThat(best("tell me where the house is", "where is the", "house")).containsExactly("house");
    }

    @Test
    void without_a_usable_word_all_come_in_their_order_up_to_the_limit() {
        List<Fact> facts = Stream.of("b", "a", "c").map(FactWordMatchTest::fact).toList();

        for (String question : List.of("", " \n", "what is the", "?!", "x")) {
            assertThat(new FactWordMatch(question).best(facts, 2)).isEqualTo(facts.subList(0, 2));
        }
    }
}

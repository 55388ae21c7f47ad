package dev.daybook.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RelatedMatchTest {

    private static final Offset<Double> EXACT = within(1e-9);

    private static Signal related(Partition partition, String text) {
        Question question = Question.of(text, null);
        return new WordMatch(partition, question).related(question);
    }

    private static double words(Partition partition, String text, int message) {
        return new WordMatch(partition, Question.of(text, null)).words().values()[message];
    }

    @Test
    void a_synonym_counts_less_than_the_word() {
        Partition partition = new Rows()
                .put("same", "s", "We buy lamps")
                .put("other", "s", "We purchase lamps")
                .put("else", "s", "We paint lamps")
                .partition();
        double[] values = related(partition, "buy").values();

        assertThat(values[0]).as("the word itself is no other word").isZero();
        assertThat(values[1]).isPositive().isLessThan(words(partition, "buy", 0));
        assertThat(values[2]).isZero();
    }

    @Test
    void an_irregular_form_counts_like_the_word() {
        Partition partition = new Rows()
                .put("now", "s", "We buy lamps")
                .put("then", "s", "We bought lamps")
                .partition();

        assertThat(related(partition, "buy").values()[1]).isCloseTo(words(partition, "buy", 0), EXACT);
    }

    @Test
    void a_rare_synonym_weighs_no_more_than_the_word_of_the_question() {
        Partition partition = new Rows()
                .put("one", "s", "We buy lamps")
                .put("two", "s", "We buy kites")
                .put("three", "s", "We bought pears")
                .partition();

        assertThat(related(partition, "buy").values()[2]).isCloseTo(words(partition, "buy", 0), EXACT);
    }

    @Test
    void several_synonyms_of_one_word_count_once() {
        Partition partition = new Rows()
                .put("mom", "s", "mom pebble")
                .put("dad", "s", "dad pebble")
                .put("both", "s", "mom dad")
                .partition();
        double[] values = related(partition, "mother").values();

        assertThat(values[1]).isPositive();
        assertThat(values[2]).isCloseTo(Math.max(values[0], values[1]), EXACT);
        assertThat(related(new Rows().put("e", "s", "mother mom").partition(), "mother")
                        .values()[0])
                .as("beside the word itself")
                .isZero();
    }

    @Test
    void a_word_that_no_message_has_is_found_by_a_synonym() {
        Partition partition = new Rows().put("e", "s", "We purchased a lamp").partition();
        Signal related = related(partition, "What did we buy?");

        assertThat(related.values()[0]).isPositive();
        assertThat(related.name()).isEqualTo("related words");
        assertThat(related.detail().apply(0)).isEqualTo("purchas for buy");
    }

    @Test
    void each_word_of_a_question_has_its_own_synonyms() {
        Partition partition = new Rows()
                .put("both", "s", "Purchased for mom")
                .put("one", "s", "Purchased for fun")
                .put("other", "s", "Pebble for mom")
                .partition();
        double[] values = related(partition, "Did mother buy it?").values();

        assertThat(values[0]).isCloseTo(values[1] + values[2], EXACT);
    }

    @Test
    void numbers_and_days_have_no_synonyms() {
        Partition partition = new Rows().put("e", "s", "Three lamps on Monday").partition();

        assertThat(Arrays.stream(related(partition, "four on Tuesday").values()).sum())
                .isZero();
    }
}

package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RelatedMatchTest {

    private static final Offset<Double> EXACT = within(1e-9);

    private static ScoreSignal related(ScopeIndex scopeIndex, String text) {
        AnalyzedQuery analyzedQuery = AnalyzedQuery.of(text, null);
        return new WordMatch(scopeIndex, analyzedQuery).related(analyzedQuery);
    }

    private static double words(ScopeIndex scopeIndex, String text, int message) {
        return new WordMatch(scopeIndex, AnalyzedQuery.of(text, null)).words().values()[message];
    }

    @Test
    void a_synonym_counts_less_than_the_word() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("same", "s", "We buy lamps")
                .put("other", "s", "We purchase lamps")
                .put("else", "s", "We paint lamps")
                .scopeIndex();
        double[] values = related(scopeIndex, "buy").values();

        assertThat(values[0]).as("the word itself is no other word").isZero();
        assertThat(values[1]).isPositive().isLessThan(words(scopeIndex, "buy", 0));
        assertThat(values[2]).isZero();
    }

    @Test
    void an_irregular_form_counts_like_the_word() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("now", "s", "We buy lamps")
                .put("then", "s", "We bought lamps")
                .scopeIndex();

        assertThat(related(scopeIndex, "buy").values()[1]).isCloseTo(words(scopeIndex, "buy", 0), EXACT);
    }

    @Test
    void a_rare_synonym_weighs_no_more_than_the_word_of_the_question() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("one", "s", "We buy lamps")
                .put("two", "s", "We buy kites")
                .put("three", "s", "We bought pears")
                .scopeIndex();

        assertThat(related(scopeIndex, "buy").values()[2]).isCloseTo(words(scopeIndex, "buy", 0), EXACT);
    }

    @Test
    void several_synonyms_of_one_word_count_once() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("mom", "s", "mom pebble")
                .put("dad", "s", "dad pebble")
                .put("both", "s", "mom dad")
                .scopeIndex();
        double[] values = related(scopeIndex, "mother").values();

        assertThat(values[1]).isPositive();
        assertThat(values[2]).isCloseTo(Math.max(values[0], values[1]), EXACT);
        assertThat(related(new RowFixture().put("e", "s", "mother mom").scopeIndex(), "mother")
                        .values()[0])
                .as("beside the word itself")
                .isZero();
    }

    @Test
    void a_word_that_no_message_has_is_found_by_a_synonym() {
        ScopeIndex scopeIndex =
                new RowFixture().put("e", "s", "We purchased a lamp").scopeIndex();
        ScoreSignal related = related(scopeIndex, "What did we buy?");

        assertThat(related.values()[0]).isPositive();
        assertThat(related.name()).isEqualTo("related words");
        assertThat(related.detail().apply(0)).isEqualTo("purchas for buy");
    }

    @Test
    void each_word_of_a_question_has_its_own_synonyms() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("both", "s", "Purchased for mom")
                .put("one", "s", "Purchased for fun")
                .put("other", "s", "Pebble for mom")
                .scopeIndex();
        double[] values = related(scopeIndex, "Did mother buy it?").values();

        assertThat(values[0]).isCloseTo(values[1] + values[2], EXACT);
    }

    @Test
    void numbers_and_days_have_no_synonyms() {
        ScopeIndex scopeIndex =
                new RowFixture().put("e", "s", "Three lamps on Monday").scopeIndex();

        assertThat(Arrays.stream(related(scopeIndex, "four on Tuesday").values())
                        .sum())
                .isZero();
    }
}

package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class Bm25WeightsTest {

    private static final Offset<Double> EXACT = within(1e-12);

    @Test
    void a_rare_word_weighs_more_than_a_common_one() {
        assertThat(Bm25Weights.idf(10, 3)).isCloseTo(Math.log(22.0 / 7), EXACT);
        assertThat(Bm25Weights.idf(10, 1)).isCloseTo(Math.log(22.0 / 3), EXACT);
    }

    @Test
    void a_word_in_every_text_still_has_a_weight() {
        for (int texts = 1; texts < 10_000; texts *= 3) {
            assertThat(Bm25Weights.idf(texts, texts)).isPositive();
        }
        assertThat(Bm25Weights.idf(1, 1)).isCloseTo(Math.log(4.0 / 3), EXACT);
    }

    @Test
    void repetition_counts_less_each_time_and_never_beyond_a_limit() {
        assertThat(Bm25Weights.weight(2, 1, 10, 10)).isCloseTo(2, EXACT);
        assertThat(Bm25Weights.weight(2, 3, 10, 10)).isCloseTo(13.2 / 4.2, EXACT);
        assertThat(Bm25Weights.weight(2, 1e9, 10, 10)).isCloseTo(4.4, within(1e-6));
    }

    @Test
    void length_normalisation_is_three_quarters() {
        assertThat(Bm25Weights.weight(1, 1, 20, 10)).isCloseTo(2.2 / 3.1, EXACT);
        assertThat(Bm25Weights.weight(1, 1, 5, 10)).isCloseTo(2.2 / 1.75, EXACT);
    }

    @Test
    void texts_without_words_need_no_length_normalisation() {
        assertThat(Bm25Weights.weight(1, 1, 0, 0)).isCloseTo(1, EXACT);
        assertThat(Bm25Weights.weight(1, 0, 0, 0)).isZero();
    }
}

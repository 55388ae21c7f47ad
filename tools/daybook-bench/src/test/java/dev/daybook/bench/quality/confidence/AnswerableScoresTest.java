package dev.daybook.bench.quality.confidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AnswerableScoresTest {

    private static final Offset<Double> ROUNDING = within(1e-12);

    private final AnswerableScores scores = new AnswerableScores();

    @Test
    void a_confidence_that_separates_all_questions_has_an_auroc_of_one() {
        scores.add(3, true, true);
        scores.add(2, true, false);
        scores.add(1, false, false);

        assertThat(scores.auroc()).isEqualTo(1, ROUNDING);
    }

    @Test
    void equal_confidences_count_half() {
        scores.add(1, true, true);
        scores.add(1, false, false);
        scores.add(2, false, false);

        assertThat(scores.auroc()).isEqualTo(0.25, ROUNDING);
    }

    @Test
    void the_risk_is_the_part_of_the_answered_questions_that_was_answered_wrongly() {
        scores.add(4, true, true);
        scores.add(3, true, false);
        scores.add(2, false, false);
        scores.add(1, true, true);

        assertThat(scores.risk(0.25)).isEqualTo(0, ROUNDING);
        assertThat(scores.risk(0.5)).isEqualTo(0.5, ROUNDING);
        assertThat(scores.risk(1)).isEqualTo(0.5, ROUNDING);
    }

    @Test
    void the_share_above_a_minimum_is_of_one_kind_of_question() {
        scores.add(0.5, true, true);
        scores.add(0.4, true, true);
        scores.add(0.9, false, false);

        assertThat(scores.share(true, 0.5)).isEqualTo(0.5, ROUNDING);
        assertThat(scores.share(false, 0.5)).isEqualTo(1, ROUNDING);
    }
}

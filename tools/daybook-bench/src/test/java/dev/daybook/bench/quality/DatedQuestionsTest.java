package dev.daybook.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Questions that name a time find what happened then. Two friends over twenty months, written for this: the same things
 * happen several times, so that words alone do not tell them apart. The floors lie three points below the measured values,
 * and above those of a recall that does not read dates.
 */
class DatedQuestionsTest {

    /** 89.5 % was measured, and 80.6 % without dates. */
    private static final double FLOOR_BY_WORDS = 0.865;

    /** 89.5 % was measured, and 85.4 % without dates. */
    private static final double FLOOR_WITH_VECTORS = 0.865;

    private static final int QUESTIONS = 30;

    private final OwnQuestions own = OwnQuestions.of("dated-conversations.jsonl", "dated-questions.jsonl");

    @Test
    void every_question_names_turns_that_are_there() {
        assertThat(own.questions())
                .hasSize(QUESTIONS)
                .allSatisfy(question -> assertThat(question.evidence())
                        .isNotEmpty()
                        .allMatch(turn -> question.conversation().turn(turn).isPresent()));
    }

    @Test
    void keyword_recall_finds_the_time_that_a_question_names() {
        assertThat(own.mean(AnswerMetric.NDCG_10, EmbedderChoice.NONE, false)).isGreaterThan(FLOOR_BY_WORDS);
    }

    @Test
    void recall_with_the_bundled_embedder_finds_the_time_that_a_question_names() {
        Assumptions.assumeTrue(EmbedderChoice.bundledIsThere(), "skipped: no embedder's jar is on the path");

        assertThat(own.mean(AnswerMetric.NDCG_10, EmbedderChoice.bundled(), false))
                .isGreaterThan(FLOOR_WITH_VECTORS);
    }
}

package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.model.Embedding;
import dev.daybook.model.Message;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HybridScoringTest {

    private static final ScopeIndex PEOPLE = new RowFixture()
            .put("asks", "boats", Message.user("Is the kayak yours?").withName("Tomas"))
            .vectors("asks", VectorMatchTest.at(0.3))
            .put("says", "boats", Message.user("Yes, the red kayak is mine.").withName("Mira"))
            .vectors("says", VectorMatchTest.at(0.9))
            .put("else", "pears", Message.user("Pears are ripe.").withName("Tomas"))
            .vectors("else", VectorMatchTest.at(0.1))
            .scopeIndex();

    private static final ScopeIndex ASSISTED = new RowFixture()
            .put("user", "s", Message.user("My kayak is red, always call it Rosa."))
            .put("reply", "s", Message.assistant("A red kayak is easy to see."))
            .scopeIndex();

    private static EntryScores best(ScopeIndex scopeIndex, String question) {
        return HybridScoring.score(scopeIndex, By.BEST, AnalyzedQuery.of(question, VectorMatchTest.at(1)));
    }

    private static Map<String, Double> why(ScopeIndex scopeIndex, String question, String id) {
        return best(scopeIndex, question).why().apply(RowFixture.slot(scopeIndex, id)).stream()
                .collect(Collectors.toMap(ScoreReason::signal, ScoreReason::contribution));
    }

    @Test
    void every_signal_of_a_hybrid_search_has_its_name_in_the_reasons() {
        assertThat(why(PEOPLE, "Is Mira's kayak red or blue?", "says"))
                .containsOnlyKeys(
                        "words",
                        "related words",
                        "words together",
                        "neighbours",
                        "conversation",
                        "meaning",
                        "meaning of conversation",
                        "length",
                        "speaker");
        assertThat(why(PEOPLE, "Is Mira's kayak red?", "asks")).containsKey("question");
        assertThat(why(ASSISTED, "red kayak", "user")).containsKeys("role", "standing instruction");
    }

    @Test
    void a_second_hop_leads_from_the_first_hits_to_the_turns_of_their_speaker() {
        ScopeIndex chat = RowFixture.session(
                Message.user("In May, with my sister.").withName("Mira"),
                Message.user("How nice!").withName("Tomas"),
                Message.user("We paddled a red kayak.").withName("Mira"));

        assertThat(why(chat, "red kayak", "e0")).containsEntry("same speaker", 0.7);
        assertThat(why(chat, "red kayak", "e1")).doesNotContainKey("same speaker");
        EntryScores words = HybridScoring.score(chat, By.BEST, AnalyzedQuery.of("red kayak", null));
        assertThat(words.why().apply(0)).extracting(ScoreReason::signal).doesNotContain("same speaker");
    }

    @Test
    void a_score_is_the_sum_of_its_reasons() {
        EntryScores scores = best(PEOPLE, "Is Mira's kayak red?");
        for (int slot = 0; slot < scores.values().length; slot++) {
            double sum = scores.why().apply(slot).stream()
                    .mapToDouble(ScoreReason::contribution)
                    .sum();
            assertThat(scores.values()[slot]).isCloseTo(sum, within(1e-9));
        }
    }

    @Test
    void words_neighbours_and_session_are_normalised_together() {
        WordMatch match = new WordMatch(PEOPLE, AnalyzedQuery.of("red kayak", null));
        ScoreSignal words = match.words();
        Map<String, Double> why = why(PEOPLE, "red kayak", "asks");
        ScoreSignal together = match.adjacent();
        double measure = why.get("words") / words.values()[0];

        assertThat(together.values()[1]).isPositive();
        assertThat(why.get("neighbours"))
                .as("a neighbour's words count together, too")
                .isCloseTo(
                        measure
                                * NeighbourMatch.support(PEOPLE, words.with(together))
                                        .values()[0],
                        within(1e-9));
        assertThat(why.get("conversation"))
                .isCloseTo(measure * match.session(0.8).values()[0], within(1e-9));
    }

    @Test
    void a_named_speaker_a_user_and_a_question_have_fixed_weights() {
        assertThat(why(PEOPLE, "Is Mira's kayak red?", "says")).containsEntry("speaker", 1.0);
        assertThat(why(PEOPLE, "Is Mira's kayak red?", "asks"))
                .containsEntry("question", -0.6)
                .doesNotContainKey("speaker");
        assertThat(why(ASSISTED, "red kayak", "user"))
                .containsEntry("role", 1.0)
                .containsEntry("standing instruction", 1.0);
        assertThat(why(ASSISTED, "red kayak", "reply")).doesNotContainKey("role");
    }

    @Test
    void semantic_scores_count_as_much_as_keyword_scores_and_those_of_the_session_less() {
        EntryScores scores = best(PEOPLE, "windmill");
        double[] meaning = new double[3];
        double[] conversation = new double[3];
        for (int slot = 0; slot < 3; slot++) {
            for (ScoreReason reason : scores.why().apply(slot)) {
                if (reason.signal().equals("meaning")) {
                    meaning[slot] = reason.contribution();
                } else if (reason.signal().equals("meaning of conversation")) {
                    conversation[slot] = reason.contribution();
                }
            }
        }

        assertThat(deviation(meaning)).isCloseTo(1.2, within(1e-6));
        assertThat(deviation(conversation)).isCloseTo(0.2, within(1e-6));
    }

    @Test
    void keyword_and_semantic_scores_add_in_quadrature() {
        Map<String, Double> both = why(PEOPLE, "red kayak", "says");
        Map<String, Double> words = HybridScoring.score(PEOPLE, By.BEST, AnalyzedQuery.of("red kayak", null))
                .why()
                .apply(RowFixture.slot(PEOPLE, "says"))
                .stream()
                .collect(Collectors.toMap(ScoreReason::signal, ScoreReason::contribution));

        assertThat(both.get("meaning")).isPositive();
        assertThat(both.get("words")).isLessThan(words.get("words"));
    }

    @Test
    void the_length_prior_counts_only_beside_semantic_scores() {
        double longest = LengthPrior.of(PEOPLE).values()[RowFixture.message(PEOPLE, "says")];

        assertThat(why(PEOPLE, "kayak", "says").get("length")).isCloseTo(1.5 * longest, within(1e-9));
        assertThat(HybridScoring.score(PEOPLE, By.BEST, AnalyzedQuery.of("kayak", null))
                        .why()
                        .apply(1))
                .extracting(ScoreReason::signal)
                .doesNotContain("length");
    }

    /** Returns the standard deviation of values with mean 0. */
    private static double deviation(double[] values) {
        double squares = 0;
        for (double value : values) {
            squares += value * value;
        }
        return Math.sqrt(squares / values.length);
    }

    @Test
    void without_a_vector_a_hybrid_search_is_by_words_and_their_support() {
        EntryScores scores = HybridScoring.score(PEOPLE, By.BEST, AnalyzedQuery.of("kayak", null));

        assertThat(scores.eligible().stream()).containsExactly(0, 1);
        assertThat(scores.why().apply(1))
                .extracting(ScoreReason::signal)
                .containsExactlyInAnyOrder("words", "neighbours", "conversation");
    }

    @Test
    void a_keyword_search_counts_nothing_but_words() {
        EntryScores scores =
                HybridScoring.score(PEOPLE, By.WORDS, AnalyzedQuery.of("Mira's pears", VectorMatchTest.at(1)));

        assertThat(scores.eligible().stream()).containsExactly(1, 2);
        assertThat(scores.why().apply(2)).extracting(ScoreReason::signal).containsExactly("words");
    }

    @Test
    void a_semantic_search_scores_the_cosine_and_entries_without_a_vector_are_no_hits() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("far", "s", "x")
                .vectors("far", VectorMatchTest.at(-0.5))
                .put("none", "s", "x")
                .scopeIndex();
        EntryScores scores = HybridScoring.score(scopeIndex, By.MEANING, AnalyzedQuery.of("", VectorMatchTest.at(1)));

        assertThat(scores.eligible().stream()).containsExactly(0);
        assertThat(scores.values()[0]).isCloseTo(-0.5, within(1e-6));
        assertThat(scores.why().apply(0))
                .extracting(ScoreReason::signal, ScoreReason::detail)
                .containsExactly(tuple("meaning", "cosine of question and entry"));
        assertThat(HybridScoring.score(scopeIndex, By.MEANING, AnalyzedQuery.of("", null)).eligible().stream())
                .as("a question without a vector is near to nothing")
                .isEmpty();
    }

    @Test
    void a_question_of_other_dimensions_than_the_vectors_of_the_scope_is_answered_by_words() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("kayak", "s", "A red kayak")
                .vectors("kayak", VectorMatchTest.at(1))
                .scopeIndex();
        AnalyzedQuery query = AnalyzedQuery.of("kayak", Embedding.of(1, 0, 0, 0, 0));

        assertThat(HybridScoring.score(scopeIndex, By.BEST, query).eligible().stream())
                .containsExactly(0);
        assertThat(HybridScoring.score(scopeIndex, By.MEANING, query).eligible().stream())
                .isEmpty();
        assertThat(HybridScoring.score(
                        scopeIndex,
                        Query.of("kayak").by(By.MEANING),
                        new QueryFilter(Query.of("kayak").by(By.MEANING), Instant.EPOCH),
                        query)
                        .eligible()
                        .stream())
                .isEmpty();
    }

    @Test
    void by_text_or_time_all_entries_score_the_same() {
        for (By by : List.of(By.TEXT, By.NEWEST)) {
            EntryScores scores = HybridScoring.score(PEOPLE, by, AnalyzedQuery.of("kayak", null));
            assertThat(scores.eligible().cardinality()).isEqualTo(3);
            assertThat(scores.values()).containsOnly(0);
        }
    }
}

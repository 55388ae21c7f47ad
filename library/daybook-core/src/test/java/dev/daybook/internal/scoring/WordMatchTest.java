package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.model.Message;
import dev.daybook.query.Query;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class WordMatchTest {

    private static final Offset<Double> EXACT = within(1e-12);

    private static final String FILLER = "pebble";

    private static WordMatch match(ScopeIndex scopeIndex, String question) {
        return new WordMatch(scopeIndex, AnalyzedQuery.of(question, null));
    }

    private static double[] words(ScopeIndex scopeIndex, String question) {
        return match(scopeIndex, question).words().values();
    }

    @Test
    void a_message_scores_by_the_words_it_shares() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("blue", "s", "The boat is blue")
                .put("walk", "s", "We walked to Kerry")
                .scopeIndex();

        assertThat(words(scopeIndex, "Which boat?")).containsExactly(new double[] {Math.log(2), 0}, EXACT);
    }

    @Test
    void the_words_of_a_question_add_up_and_each_counts_once() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("both", "s", "Boats and kites")
                .put("one", "s", "Boats and lamps")
                .scopeIndex();
        double both = words(scopeIndex, "boat kite")[0];

        assertThat(both).isCloseTo(Bm25Weights.idf(2, 2) + Bm25Weights.idf(2, 1), EXACT);
        assertThat(words(scopeIndex, "boat kite boat kites")[0]).isEqualTo(both);
    }

    @Test
    void adjacent_words_of_a_question_count_more_in_one_message() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("both", "s", "A boat with a red sail")
                .put("one", "s", "A boat with an oar")
                .put("apart", "s", "A sail for a boat")
                .scopeIndex();
        ScoreSignal adjacent = match(scopeIndex, "red sail of a boat").adjacent();
        double worth = 0.2 * (Bm25Weights.idf(3, 1) + Bm25Weights.idf(3, 2))
                + 0.2 * (Bm25Weights.idf(3, 2) + Bm25Weights.idf(3, 3));

        assertThat(adjacent.values()[0]).isCloseTo(worth, EXACT);
        assertThat(adjacent.values()[1]).isZero();
        assertThat(adjacent.values()[2]).isPositive().isLessThan(worth);
        assertThat(adjacent.name()).isEqualTo("words together");
        assertThat(adjacent.detail().apply(0)).contains("sail", "red");
        assertThat(match(scopeIndex, "red boat").adjacent().values()[2])
                .as("a word that is not said between them")
                .isZero();
    }

    @Test
    void words_of_a_long_message_are_together_also_in_one_passage() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("long", null, "red sail " + filler(200))
                .put("short", null, "Kites, mostly")
                .scopeIndex();

        assertThat(match(scopeIndex, "red sail").adjacent().values()[0])
                .isCloseTo(0.2 * 2 * Bm25Weights.idf(2, 1), EXACT);
    }

    @Test
    void a_word_is_found_in_its_other_forms() {
        ScopeIndex scopeIndex =
                new RowFixture().put("e", null, "She walks her dogs").scopeIndex();

        assertThat(words(scopeIndex, "walking the dog")[0]).isCloseTo(2 * Bm25Weights.idf(1, 1), EXACT);
    }

    @Test
    void stop_words_find_nothing() {
        ScopeIndex scopeIndex =
                new RowFixture().put("e", null, "What was it that we had?").scopeIndex();

        assertThat(words(scopeIndex, "what had it been").clone()).containsOnly(0);
    }

    @Test
    void the_speaker_and_the_local_date_are_found_like_words() {
        ScopeIndex scopeIndex = new RowFixture()
                .at(RowFixture.NOON.withMonth(1).withHour(23).withOffsetSameLocal(ZoneOffset.ofHours(-5)))
                .put("winter", null, Message.user("Snow again").withName("Mira"))
                .at(RowFixture.NOON)
                .put("spring", null, Message.user("Crocuses").withName("Tomas"))
                .scopeIndex();

        assertThat(words(scopeIndex, "Mira")[0]).isPositive();
        assertThat(words(scopeIndex, "Mira")[1]).isZero();
        assertThat(words(scopeIndex, "in January")[0]).isPositive();
        assertThat(words(scopeIndex, "in January")[1]).isZero();
        // 23:00 on the fourth in local time is already the fifth in UTC.
        assertThat(words(scopeIndex, "5").clone()).containsOnly(0);
    }

    @Test
    void a_long_message_scores_by_its_best_passage_and_is_one_hit() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("long", null, filler(100) + " lantern " + filler(99))
                .put("short", null, "Kites, mostly")
                .scopeIndex();
        EntryScores scores = HybridScoring.score(scopeIndex, Query.By.WORDS, AnalyzedQuery.of("lantern", null));
        double mean = (200 + RowFixture.DATE_WORDS + 2 + RowFixture.DATE_WORDS) / 2.0;

        assertThat(scopeIndex.meanLength()).isEqualTo(mean);
        assertThat(scopeIndex.unitCount()).isGreaterThan(scopeIndex.messageCount());
        assertThat(scores.values()[0])
                .isCloseTo(
                        Bm25Weights.weight(Math.log(2), 1, ScopeIndex.PASSAGE_WORDS + RowFixture.DATE_WORDS, mean),
                        EXACT)
                .isGreaterThan(Bm25Weights.weight(Math.log(2), 1, 200 + RowFixture.DATE_WORDS, mean));
        assertThat(scores.eligible().stream()).containsExactly(0);
        assertThat(scores.messages().apply(0)).hasSize(1);
    }

    @Test
    void a_message_of_one_passage_has_no_passages() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("e", null, filler(ScopeIndex.PASSAGE_WORDS))
                .scopeIndex();

        assertThat(scopeIndex.unitCount()).isOne();
    }

    @Test
    void passages_do_not_make_a_word_common() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("long", null, filler(300))
                .put("short", null, FILLER)
                .put("other", null, "Kites, mostly")
                .scopeIndex();
        double expected =
                Bm25Weights.weight(Bm25Weights.idf(3, 2), 1, 1 + RowFixture.DATE_WORDS, scopeIndex.meanLength());

        assertThat(words(scopeIndex, FILLER)[1]).isCloseTo(expected, EXACT);
    }

    @Test
    void the_last_word_of_a_long_message_counts_like_the_first() {
        int words = ScopeIndex.PASSAGE_WORDS + 1;
        ScopeIndex scopeIndex = new RowFixture()
                .put("first", null, "lantern " + filler(words - 1))
                .put("last", null, filler(words - 1) + " harbour")
                .put("short", null, "Kites, mostly")
                .scopeIndex();
        double first = words(scopeIndex, "lantern")[0];

        assertThat(words(scopeIndex, "harbour")[1]).isBetween(first, 1.5 * first);
    }

    private static String filler(int words) {
        return String.join(" ", Collections.nCopies(words, FILLER));
    }

    @Test
    void a_replaced_message_counts_nowhere() {
        RowFixture rowFixture = new RowFixture()
                .put("a", "s", "The boat leaks", "Boats are dear, and this boat is old?")
                .vectors("a", VectorMatchTest.at(0.9), VectorMatchTest.at(0.8))
                .put("b", "s", Message.user("Which boat?").withName("Mira"))
                .vectors("b", VectorMatchTest.at(0.4))
                .put("c", "t", "The blue boat, at last. " + filler(130))
                .vectors("c", VectorMatchTest.at(0.3))
                .put("a", "s", "We sold the kite")
                .vectors("a", VectorMatchTest.at(0.1));
        ScopeIndex replaced = rowFixture.scopeIndex();
        ScopeIndex fresh = rowFixture.withoutHistory().scopeIndex();
        assertThat(replaced.messageCount()).isGreaterThan(fresh.messageCount());

        for (Query.By by : List.of(Query.By.WORDS, Query.By.BEST, Query.By.MEANING)) {
            AnalyzedQuery analyzedQuery = AnalyzedQuery.of("Did Mira sell the blue boat?", VectorMatchTest.at(1));
            EntryScores scores = HybridScoring.score(replaced, by, analyzedQuery);
            EntryScores expected = HybridScoring.score(fresh, by, analyzedQuery);
            assertThat(expected.eligible().isEmpty()).isFalse();
            for (String id : List.of("a", "b", "c")) {
                int slot = RowFixture.slot(replaced, id);
                int other = RowFixture.slot(fresh, id);
                assertThat(scores.eligible().get(slot))
                        .isEqualTo(expected.eligible().get(other));
                assertThat(Double.doubleToLongBits(scores.values()[slot]))
                        .as("%s by %s", id, by)
                        .isEqualTo(Double.doubleToLongBits(expected.values()[other]));
                if (expected.eligible().get(other)) {
                    assertThat(scores.why().apply(slot))
                            .isEqualTo(expected.why().apply(other));
                }
            }
            assertThat(scores.eligible().get(0)).as("the replaced version").isFalse();
        }
    }

    @Test
    void a_session_scores_by_all_its_words() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("boat", "harbour", "The boat is blue")
                .put("kite", "harbour", "Kites and lamps")
                .put("pear", "orchard", "Pears and plums")
                .put("alone", null, "Another boat")
                .scopeIndex();
        double expected = 0.5 * Bm25Weights.weight(Math.log(2), 1, 10, 7.5);

        ScoreSignal conversation = match(scopeIndex, "boat").session(0.5);

        assertThat(conversation.name()).isEqualTo("conversation");
        assertThat(conversation.values()).containsExactly(new double[] {expected, expected, 0, 0}, EXACT);
        assertThat(conversation.detail().apply(1)).isEqualTo("session harbour");
    }

    @Test
    void the_detail_names_the_shared_words_the_rarest_first() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("both", null, "Boats and kites")
                .put("one", null, "Boats and lamps")
                .put("none", null, "Pears and plums")
                .scopeIndex();
        ScoreSignal words = match(scopeIndex, "boats, kites or windmills").words();

        assertThat(words.name()).isEqualTo("words");
        assertThat(words.detail().apply(0)).isEqualTo("kite, boat");
        assertThat(words.detail().apply(1)).isEqualTo("boat");
        assertThat(words.detail().apply(2)).isEmpty();
    }
}

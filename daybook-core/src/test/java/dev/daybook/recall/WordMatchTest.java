package dev.daybook.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.data.Message;
import dev.daybook.data.Query;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class WordMatchTest {

    private static final Offset<Double> EXACT = within(1e-12);

    private static final String FILLER = "pebble";

    private static WordMatch match(Partition partition, String question) {
        return new WordMatch(partition, Question.of(question, null));
    }

    private static double[] words(Partition partition, String question) {
        return match(partition, question).words().values();
    }

    @Test
    void a_message_scores_by_the_words_it_shares() {
        Partition partition = new Rows()
                .put("blue", "s", "The boat is blue")
                .put("walk", "s", "We walked to Kerry")
                .partition();

        assertThat(words(partition, "Which boat?")).containsExactly(new double[] {Math.log(2), 0}, EXACT);
    }

    @Test
    void the_words_of_a_question_add_up_and_each_counts_once() {
        Partition partition = new Rows()
                .put("both", "s", "Boats and kites")
                .put("one", "s", "Boats and lamps")
                .partition();
        double both = words(partition, "boat kite")[0];

        assertThat(both).isCloseTo(Bm25.idf(2, 2) + Bm25.idf(2, 1), EXACT);
        assertThat(words(partition, "boat kite boat kites")[0]).isEqualTo(both);
    }

    @Test
    void adjacent_words_of_a_question_count_more_in_one_message() {
        Partition partition = new Rows()
                .put("both", "s", "A boat with a red sail")
                .put("one", "s", "A boat with an oar")
                .put("apart", "s", "A sail for a boat")
                .partition();
        Signal adjacent = match(partition, "red sail of a boat").adjacent();
        double worth = 0.2 * (Bm25.idf(3, 1) + Bm25.idf(3, 2)) + 0.2 * (Bm25.idf(3, 2) + Bm25.idf(3, 3));

        assertThat(adjacent.values()[0]).isCloseTo(worth, EXACT);
        assertThat(adjacent.values()[1]).isZero();
        assertThat(adjacent.values()[2]).isPositive().isLessThan(worth);
        assertThat(adjacent.name()).isEqualTo("words together");
        assertThat(adjacent.detail().apply(0)).contains("sail", "red");
        assertThat(match(partition, "red boat").adjacent().values()[2])
                .as("a word that is not said between them")
                .isZero();
    }

    @Test
    void words_of_a_long_message_are_together_also_in_one_passage() {
        Partition partition = new Rows()
                .put("long", null, "red sail " + filler(200))
                .put("short", null, "Kites, mostly")
                .partition();

        assertThat(match(partition, "red sail").adjacent().values()[0]).isCloseTo(0.2 * 2 * Bm25.idf(2, 1), EXACT);
    }

    @Test
    void a_word_is_found_in_its_other_forms() {
        Partition partition = new Rows().put("e", null, "She walks her dogs").partition();

        assertThat(words(partition, "walking the dog")[0]).isCloseTo(2 * Bm25.idf(1, 1), EXACT);
    }

    @Test
    void stop_words_find_nothing() {
        Partition partition =
                new Rows().put("e", null, "What was it that we had?").partition();

        assertThat(words(partition, "what had it been").clone()).containsOnly(0);
    }

    @Test
    void the_speaker_and_the_local_date_are_found_like_words() {
        Partition partition = new Rows()
                .at(Rows.NOON.withMonth(1).withHour(23).withOffsetSameLocal(ZoneOffset.ofHours(-5)))
                .put("winter", null, Message.user("Snow again").withName("Mira"))
                .at(Rows.NOON)
                .put("spring", null, Message.user("Crocuses").withName("Tomas"))
                .partition();

        assertThat(words(partition, "Mira")[0]).isPositive();
        assertThat(words(partition, "Mira")[1]).isZero();
        assertThat(words(partition, "in January")[0]).isPositive();
        assertThat(words(partition, "in January")[1]).isZero();
        // 23:00 on the fourth in local time is already the fifth in UTC.
        assertThat(words(partition, "5").clone()).containsOnly(0);
    }

    @Test
    void a_long_message_scores_by_its_best_passage_and_is_one_hit() {
        Partition partition = new Rows()
                .put("long", null, filler(100) + " lantern " + filler(99))
                .put("short", null, "Kites, mostly")
                .partition();
        EntryScores scores = Scoring.score(partition, Query.By.WORDS, Question.of("lantern", null));
        double mean = (200 + Rows.DATE_WORDS + 2 + Rows.DATE_WORDS) / 2.0;

        assertThat(partition.meanLength()).isEqualTo(mean);
        assertThat(partition.unitCount()).isGreaterThan(partition.messageCount());
        assertThat(scores.values()[0])
                .isCloseTo(Bm25.weight(Math.log(2), 1, Partition.PASSAGE_WORDS + Rows.DATE_WORDS, mean), EXACT)
                .isGreaterThan(Bm25.weight(Math.log(2), 1, 200 + Rows.DATE_WORDS, mean));
        assertThat(scores.eligible().stream()).containsExactly(0);
        assertThat(scores.messages().apply(0)).hasSize(1);
    }

    @Test
    void a_message_of_one_passage_has_no_passages() {
        Partition partition =
                new Rows().put("e", null, filler(Partition.PASSAGE_WORDS)).partition();

        assertThat(partition.unitCount()).isOne();
    }

    @Test
    void passages_do_not_make_a_word_common() {
        Partition partition = new Rows()
                .put("long", null, filler(300))
                .put("short", null, FILLER)
                .put("other", null, "Kites, mostly")
                .partition();
        double expected = Bm25.weight(Bm25.idf(3, 2), 1, 1 + Rows.DATE_WORDS, partition.meanLength());

        assertThat(words(partition, FILLER)[1]).isCloseTo(expected, EXACT);
    }

    @Test
    void the_last_word_of_a_long_message_counts_like_the_first() {
        int words = Partition.PASSAGE_WORDS + 1;
        Partition partition = new Rows()
                .put("first", null, "lantern " + filler(words - 1))
                .put("last", null, filler(words - 1) + " harbour")
                .put("short", null, "Kites, mostly")
                .partition();
        double first = words(partition, "lantern")[0];

        assertThat(words(partition, "harbour")[1]).isBetween(first, 1.5 * first);
    }

    private static String filler(int words) {
        return String.join(" ", Collections.nCopies(words, FILLER));
    }

    @Test
    void a_replaced_message_counts_nowhere() {
        Rows rows = new Rows()
                .put("a", "s", "The boat leaks", "Boats are dear, and this boat is old?")
                .vectors("a", MeaningTest.at(0.9), MeaningTest.at(0.8))
                .put("b", "s", Message.user("Which boat?").withName("Mira"))
                .vectors("b", MeaningTest.at(0.4))
                .put("c", "t", "The blue boat, at last. " + filler(130))
                .vectors("c", MeaningTest.at(0.3))
                .put("a", "s", "We sold the kite")
                .vectors("a", MeaningTest.at(0.1));
        Partition replaced = rows.partition();
        Partition fresh = rows.withoutHistory().partition();
        assertThat(replaced.messageCount()).isGreaterThan(fresh.messageCount());

        for (Query.By by : List.of(Query.By.WORDS, Query.By.BEST, Query.By.MEANING)) {
            Question question = Question.of("Did Mira sell the blue boat?", MeaningTest.at(1));
            EntryScores scores = Scoring.score(replaced, by, question);
            EntryScores expected = Scoring.score(fresh, by, question);
            assertThat(expected.eligible().isEmpty()).isFalse();
            for (String id : List.of("a", "b", "c")) {
                int slot = Rows.slot(replaced, id);
                int other = Rows.slot(fresh, id);
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
        Partition partition = new Rows()
                .put("boat", "harbour", "The boat is blue")
                .put("kite", "harbour", "Kites and lamps")
                .put("pear", "orchard", "Pears and plums")
                .put("alone", null, "Another boat")
                .partition();
        double expected = 0.5 * Bm25.weight(Math.log(2), 1, 10, 7.5);

        Signal conversation = match(partition, "boat").session(0.5);

        assertThat(conversation.name()).isEqualTo("conversation");
        assertThat(conversation.values()).containsExactly(new double[] {expected, expected, 0, 0}, EXACT);
        assertThat(conversation.detail().apply(1)).isEqualTo("session harbour");
    }

    @Test
    void the_detail_names_the_shared_words_the_rarest_first() {
        Partition partition = new Rows()
                .put("both", null, "Boats and kites")
                .put("one", null, "Boats and lamps")
                .put("none", null, "Pears and plums")
                .partition();
        Signal words = match(partition, "boats, kites or windmills").words();

        assertThat(words.name()).isEqualTo("words");
        assertThat(words.detail().apply(0)).isEqualTo("kite, boat");
        assertThat(words.detail().apply(1)).isEqualTo("boat");
        assertThat(words.detail().apply(2)).isEmpty();
    }
}

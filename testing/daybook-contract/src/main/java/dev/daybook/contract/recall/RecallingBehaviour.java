package dev.daybook.contract.recall;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.contract.memory.MessageFixture.withoutEmbedder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Space;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recall by hybrid, keyword and semantic search. */
public abstract class RecallingBehaviour {

    private final MemoryContract contract;

    protected RecallingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    @ParameterizedTest
    @ValueSource(strings = {"hiked", "HIKING", "a hike?", "jos\u00e9", "JOSE", "Jos\u00e9's", "glaciers", "glacier"})
    void words_are_found_in_any_form_case_and_accent(String question) {
        Memory ada = contract.ada();
        ada.remember(said("e1", "We were hiking on the Glacier with Jos\u00e9."));
        ada.remember(said("e2", "The bakery was closed."));

        assertThat(ids(ada.recall(by(By.WORDS, question)))).containsExactly("e1");
        assertThat(ids(ada.recall(question))).contains("e1").startsWith("e1");
    }

    @Test
    void an_episode_without_text_is_no_hit() {
        Memory ada = contract.ada();
        ada.remember(NewEpisode.of().id("empty"));
        ada.remember(said("e1", "We were hiking."));

        for (By by : List.of(By.BEST, By.NEWEST, By.TEXT)) {
            assertThat(ids(ada.recall(by(by, "")))).containsExactly("e1");
        }
        assertThat(ada.find(Episode.class, "empty")).isPresent();
    }

    @Test
    void a_name_or_a_role_of_any_make_hinders_no_recall() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "We were hiking."));
        ada.remember(NewEpisode.of(Message.user("hi").withName("a'".repeat(255) + "a"))
                .id("odd"));

        assertThat(ids(ada.recall("hiking"))).contains("e1");
        assertThat(ids(ada.recall("I ".repeat(20_000) + "hiking"))).contains("e1");
    }

    @Test
    void of_a_pasted_document_the_beginning_and_the_end_are_searched_with() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "The saffron is in the cellar."));
        ada.remember(said("e2", "The anchor is in the shed."));
        String document = "and so on and on. ".repeat(50_000);

        assertThat(ids(ada.recall(by(By.WORDS, document + "Where is the saffron?"))))
                .contains("e1");
        assertThat(ids(ada.recall(by(By.WORDS, "Where is the anchor? " + document))))
                .contains("e2");
    }

    @Test
    void words_that_say_nothing_find_nothing() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "This is what it was all about."));

        assertThat(ada.recall(by(By.WORDS, "what was it about?"))).isEmpty();
        assertThat(ada.recall("what was it about?")).isEmpty();
    }

    @Test
    void the_rarer_word_counts_for_more() {
        Memory ada = contract.ada();
        IntStream.range(0, 8).forEach(i -> ada.remember(said("soup" + i, "soup and bread")));
        ada.remember(said("rare", "saffron and bread"));

        assertThat(ids(ada.recall(by(By.WORDS, "saffron soup").limit(1)))).containsExactly("rare");
    }

    @Test
    void a_hit_says_where_it_lies_and_why_it_came() {
        Memory ada = contract.ada();
        ada.remember(NewEpisode.of(Message.user("Nothing of note."), Message.user("A heron on the roof."))
                .id("e1"));
        Hit hit = ada.recall(by(By.WORDS, "roof herons")).get(0);

        assertThat(hit.scope()).isEqualTo(ada.scope());
        assertThat(hit.fallback()).isFalse();
        assertThat(hit.messages()).hasSize(2);
        assertThat(hit.messages().get(0).index()).isEqualTo(1);
        assertThat(hit.messages().get(0).score()).isEqualTo(hit.score()).isPositive();
        assertThat(hit.why()).singleElement().satisfies(reason -> {
            assertThat(reason.signal()).isEqualTo("words");
            assertThat(reason.contribution()).isEqualTo(hit.score());
            assertThat(reason.detail()).contains("heron", "roof");
        });
    }

    @Test
    void a_sentence_in_a_long_message_is_found_before_the_same_words_scattered() {
        Memory ada = contract.ada();
        String filler = "gravel ".repeat(200);
        ada.remember(said("together", filler + "the violet lantern hung crooked " + filler));
        ada.remember(said("scattered", "violet " + filler + "lantern " + filler + "crooked"));

        assertThat(ids(ada.recall(by(By.WORDS, "crooked violet lantern")))).containsExactly("together", "scattered");
    }

    @Test
    void text_is_found_as_it_stands_in_any_case_newest_first() {
        Memory ada = contract.ada();
        ada.remember(said("new", "s", NOON.plusHours(2), "100% sure_thing"));
        ada.remember(said("old", "s", NOON, "I am 100% SURE_thing."));
        ada.remember(said("other", "s", NOON.plusHours(1), "100 surething"));

        assertThat(ids(ada.recall(by(By.TEXT, "0% Sure_T")))).containsExactly("new", "old");
        assertThat(ids(ada.recall(by(By.TEXT, "0% sure_t").limit(1)))).containsExactly("new");
        assertThat(ada.recall(by(By.TEXT, "sure.thing"))).isEmpty();
    }

    @Test
    void text_is_found_behind_many_that_do_not_hold_it() {
        Memory ada = contract.ada();
        ada.remember(said("old", "s", NOON, "needle"));
        ada.remember(IntStream.rangeClosed(1, 100)
                .mapToObj(i -> said("hay" + i, "s", NOON.plusMinutes(i), "hay"))
                .toList());

        assertThat(ids(ada.recall(by(By.TEXT, "needle").limit(1)))).containsExactly("old");
    }

    @Test
    void text_that_is_nowhere_falls_back_to_the_newest_only_when_asked() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s", NOON, "one"));
        ada.remember(said("e2", "s", NOON.plusHours(1), "two"));

        assertThat(ada.recall(by(By.TEXT, "absent"))).isEmpty();
        List<Hit> instead = ada.recall(by(By.TEXT, "absent").fallback(true));
        assertThat(ids(instead)).containsExactly("e2", "e1");
        assertThat(instead).extracting(Hit::fallback).containsOnly(true);
        assertThat(ada.recall(by(By.TEXT, "one").fallback(true)))
                .extracting(Hit::fallback)
                .containsExactly(false);
        assertThat(ids(ada.recall(by(By.TEXT, "absent").fallback(true).to(NOON.toInstant()))))
                .containsExactly("e1");
    }

    @Test
    void newest_goes_by_time_and_equal_times_by_position() {
        Memory ada = contract.ada();
        OffsetDateTime sameInstant = NOON.withOffsetSameInstant(java.time.ZoneOffset.UTC);
        ada.remember(said("b", "s", NOON, "one"));
        ada.remember(said("late", "s", NOON.plusHours(1), "two"));
        ada.remember(said("a", "s", sameInstant, "three"));
        ada.remember(said("early", "s", NOON.minusDays(1), "four"));

        assertThat(ids(ada.recall(by(By.NEWEST, "whatever")))).containsExactly("late", "b", "a", "early");
    }

    @Test
    void equal_scores_go_newest_first() {
        Memory ada = contract.ada();
        ada.remember(said("middle", "s", NOON.plusMinutes(1), "heron"));
        ada.remember(said("last", "s", NOON.plusMinutes(2), "heron"));
        ada.remember(said("first", "s", NOON, "heron"));

        assertThat(ids(ada.recall(by(By.WORDS, "heron")))).containsExactly("last", "middle", "first");
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void a_blank_question_asks_for_the_newest_except_in_semantic_search(By by) {
        WatchedEmbedder embedder = new WatchedEmbedder(8);
        Memory ada = contract.openedWith(embedder).user("ada");
        ada.remember(said("e1", "s", NOON, "one")
                .embedding(embedder.embedQueries(List.of(" \n")).get(0)));
        ada.remember(said("e2", "s", NOON.plusHours(1), "two")
                .embedding(embedder.embedQueries(List.of("two")).get(0)));
        int before = embedder.queries();
        List<String> found = ids(ada.recall(by(by, " \n")));

        if (by == By.MEANING) {
            assertThat(found).containsExactly("e1", "e2");
            assertThat(embedder.queries()).isEqualTo(before + 1);
        } else {
            assertThat(found).containsExactly("e2", "e1");
        }
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void a_limit_of_zero_or_below_gives_nothing_and_embeds_nothing(By by) {
        WatchedEmbedder embedder = new WatchedEmbedder(8);
        Memory ada = contract.openedWith(embedder).user("ada");
        ada.remember(said("e1", "heron"));

        for (int limit : new int[] {0, -1, Integer.MIN_VALUE}) {
            assertThat(ada.recall(by(by, "heron").limit(limit))).isEmpty();
        }
        assertThat(embedder.queries()).isZero();
    }

    @Test
    void ten_hits_are_given_unless_another_limit_is() {
        Memory ada = contract.ada();
        ada.remember(
                IntStream.range(0, 40).mapToObj(i -> said("e" + i, "heron")).toList());

        for (By by : withoutEmbedder()) {
            assertThat(ada.recall(by(by, "heron"))).hasSize(10);
            assertThat(ada.recall(by(by, "heron").limit(39))).hasSize(39);
            assertThat(ids(ada.recall(by(by, "heron").limit(Integer.MAX_VALUE))))
                    .hasSize(40)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void hits_below_the_minimum_score_are_left_out() {
        Memory ada = contract.ada();
        ada.remember(said("both", "violet lantern"));
        ada.remember(said("one", "violet gravel"));
        ada.remember(said("none", "gravel"));
        for (By by : List.of(By.WORDS, By.BEST)) {
            List<Hit> all = ada.recall(by(by, "violet lantern"));
            double best = all.get(0).score();
            double second = all.get(1).score();
            assertThat(second).isLessThan(best);

            assertThat(ids(ada.recall(by(by, "violet lantern").minimumScore(best))))
                    .containsExactly("both");
            assertThat(ids(ada.recall(by(by, "violet lantern").minimumScore(second))))
                    .startsWith("both", "one");
            assertThat(ada.recall(by(by, "violet lantern").minimumScore(Math.nextUp(best))))
                    .isEmpty();
        }
    }

    @Test
    void a_scope_below_the_minimum_confidence_gives_no_hits() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "The violet lantern hangs above the gravel path"));
        Query known = Query.of("Where is the violet lantern?");
        Query foreign = Query.of("Which violet canoe did the beekeeper sail to the harbour?");
        for (By by : List.of(By.BEST, By.WORDS)) {
            assertThat(ids(ada.recall(known.by(by).minimumConfidence(0.5)))).containsExactly("e1");
            assertThat(ids(ada.recall(foreign.by(by)))).containsExactly("e1");
            assertThat(ada.recall(foreign.by(by).minimumConfidence(0.5))).isEmpty();
        }
        assertThat(ids(ada.recall(Query.of(" ").minimumConfidence(1.0))))
                .as("nothing is asked")
                .containsExactly("e1");
    }

    @Test
    void the_shared_scope_has_a_confidence_of_its_own() {
        contract.ada().remember(said("own", "gravel"));
        contract.daybook()
                .space(Space.DEFAULT.id())
                .shared()
                .remember(said("shared", "The violet lantern hangs above the gravel path"));
        Query query = Query.of("violet lantern above the gravel").shared(true);

        assertThat(ids(contract.ada().recall(query))).containsExactlyInAnyOrder("own", "shared");
        assertThat(ids(contract.ada().recall(query.minimumConfidence(0.5)))).containsExactly("shared");
    }

    @Test
    void a_question_without_an_answer_gives_nothing() {
        Memory ada = contract.ada();
        for (By by : withoutEmbedder()) {
            assertThat(ada.recall(by(by, "heron"))).isEmpty();
        }
        ada.remember(said("e1", "gravel"));
        for (By by : List.of(By.BEST, By.WORDS, By.TEXT)) {
            assertThat(ada.recall(by(by, "heron"))).isEmpty();
        }
    }

    @Test
    void a_question_that_cannot_be_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Query.of("a\ud800"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Query.of("a").minimumScore(Double.NaN))
                .withMessageContaining("minimumScore");
        for (double confidence : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Query.of("a").minimumConfidence(confidence))
                    .withMessageContaining("minimumConfidence is " + confidence);
        }
        for (By by : List.of(By.TEXT, By.NEWEST)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Query.of("a").by(by).minimumConfidence(0.5))
                    .withMessageContaining("by '" + by.label() + "'");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Query.of("a").sessions(""))
                .withMessageContaining("session");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> By.of("magic"))
                .withMessageContaining("'magic'")
                .withMessageContaining("best, meaning, words, text, newest");
    }
}

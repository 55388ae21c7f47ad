package dev.daybook.contract.recall;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.named;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.contract.memory.MessageFixture.withoutEmbedder;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Hit;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Near-equal texts: one hit, and one line of a context, stands for all of them. */
public abstract class CollapsingBehaviour {

    private static final Query LISBON = Query.of("Do I live in Lisbon?").collapse(true);

    /** Says the same in other characters. */
    private static final List<String> SPELLINGS =
            List.of("I live in Lisbon.", "i live in  lisbon", "I LIVE IN LISBON!!", "I live in Lis\u00ADbon\u2026");

    private final MemoryContract contract;

    protected CollapsingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** Says 60 times where the user lives, in five sessions among other facts. */
    private Memory lisbon() {
        Memory ada = contract.ada();
        List<NewEpisode> episodes = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            episodes.add(said("l" + i, "s" + i % 5, NOON.plusMinutes(2 * i), SPELLINGS.get(i % SPELLINGS.size())));
        }
        for (int i = 0; i < 12; i++) {
            episodes.add(
                    said("o" + i, "s" + i % 5, NOON.plusMinutes(10 * i + 1), "In Lisbon I know bakery number " + i));
        }
        ada.remember(episodes);
        return ada;
    }

    private static long lines(Context context, String text) {
        return context.text().lines().filter(line -> line.contains(text)).count();
    }

    @Test
    void a_limit_of_ten_gives_ten_different_texts() {
        Memory ada = lisbon();
        for (By by : withoutEmbedder()) {
            Query query = by(by, by == By.TEXT ? "lisbon" : "live in Lisbon").collapse(true);
            List<Hit> hits = ada.recall(query);

            assertThat(hits).as("%s", by).hasSize(10);
            assertThat(hits.stream().map(Hit::text).distinct()).hasSize(10);
            assertThat(ids(hits)).filteredOn(id -> id.startsWith("l")).containsExactly("l59");
            assertThat(hits)
                    .filteredOn(hit -> hit.id().equals("l59"))
                    .extracting(Hit::copies)
                    .containsExactly(60);
            assertThat(hits)
                    .filteredOn(hit -> !hit.id().equals("l59"))
                    .extracting(Hit::copies)
                    .containsOnly(1);
        }
    }

    @Test
    void without_the_setting_each_is_a_hit() {
        List<Hit> hits = lisbon().recall(LISBON.collapse(false));

        assertThat(ids(hits)).hasSize(10).allMatch(id -> id.startsWith("l"));
        assertThat(hits).extracting(Hit::copies).containsOnly(1);
    }

    @Test
    void the_newest_has_the_place_and_the_score_of_the_best() {
        Memory ada = lisbon();
        Hit best = ada.recall(LISBON.collapse(false)).get(0);
        Hit shown = ada.recall(LISBON).get(0);

        assertThat(shown.id()).isEqualTo("l59");
        assertThat(shown.score()).isEqualTo(best.score());
        assertThat(shown.why()).extracting("detail").contains("it is the newest of 60 hits with this text");
    }

    @Test
    void only_hits_of_the_query_count() {
        Memory ada = lisbon();
        ada.remember(said("old", "s1", NOON.minusDays(9), "I live in Lisbon").metadata(Map.of("marked", true)));

        assertThat(ada.recall(LISBON.sessions("s1")).get(0).copies()).isEqualTo(13);
        assertThat(ada.recall(LISBON.excludedSessions("s1")).get(0).copies()).isEqualTo(48);
        assertThat(ada.recall(LISBON.to(NOON.plusMinutes(9).toInstant())).get(0).copies())
                .isEqualTo(6);
        assertThat(ada.recall(LISBON.filter(Filter.equal("marked", true)))
                        .get(0)
                        .copies())
                .isEqualTo(1);
    }

    @Test
    void an_explanation_names_the_hit_that_stands_for_an_entry() {
        Memory ada = lisbon();
        Explanation explanation = ada.explain(LISBON, new EntryRef(ada.scope(), Kind.EPISODE, "l7"));

        assertThat(explanation.keptOut()).isEqualTo("its text is that of episode l59, which stands for 60 hits");
        assertThat(ada.explain(LISBON, new EntryRef(ada.scope(), Kind.EPISODE, "l59"))
                        .rank())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I live in Porto",
                "I don't live in Lisbon",
                "I do not live in Lisbon",
                "I live in Lisbon?",
                "I live in Lisbon 3",
                "You live in Lisbon",
                "I lived in Lisbon",
                "I live in Lisbon \uD83D\uDE00",
                "In Lisbon I live",
                "Anna says: I live in Lisbon",
            })
    void another_number_name_negation_or_question_is_another_text(String other) {
        Memory ada = contract.ada();
        ada.remember(said("one", "s", NOON, "I live in Lisbon"));
        ada.remember(said("other", "s", NOON.plusDays(1), other));

        assertThat(ids(ada.recall(LISBON))).containsExactlyInAnyOrder("one", "other");
    }

    @Test
    void amounts_with_other_signs_and_separators_are_other_texts() {
        Memory ada = contract.ada();
        List<String> amounts = List.of("3.5", "35", "-35", "3,5", "3:5", "$35", "\u20AC35", "35%", "3 5", ".35");
        for (int i = 0; i < amounts.size(); i++) {
            ada.remember(said("a" + i, "s", NOON.plusDays(i), "The rent here is " + amounts.get(i)));
        }
        assertThat(ada.recall(Query.of("rent").limit(50).collapse(true))).hasSize(amounts.size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u6211\u4F4F\u5728\u91CC\u65AF\u672C\u3002",
                "\u042F \u0436\u0438\u0432\u0443 \u0432 \u041B\u0438\u0441\u0441\u0430\u0431\u043E\u043D\u0435!",
                "Vivo em Lisboa com a Ana.",
                "\u0E09\u0E31\u0E19\u0E2D\u0E22\u0E39\u0E48\u0E17\u0E35\u0E48\u0E25\u0E34\u0E2A\u0E1A\u0E2D\u0E19",
                "\uD83D\uDC4D\uD83D\uDC4D",
                "ok",
            })
    void texts_of_any_language_are_told_once(String text) {
        Memory ada = contract.ada();
        for (int i = 0; i < 5; i++) {
            ada.remember(said("e" + i, "s" + i, NOON.plusDays(i), i % 2 == 0 ? text : "\u200B" + text));
        }
        List<Hit> hits = ada.recall(Query.of("").collapse(true));

        assertThat(ids(hits)).containsExactly("e4");
        assertThat(hits.get(0).copies()).isEqualTo(5);
    }

    @Test
    void a_short_answer_is_shown_for_each_question() {
        Memory ada = contract.ada();
        ada.remember(
                NewEpisode.of(Message.assistant("Do you eat meat?")).id("q1").session("a"));
        ada.remember(said("yes1", "Yes.").session("a"));
        ada.remember(NewEpisode.of(Message.assistant("Do you smoke?")).id("q2").session("b"));
        ada.remember(said("yes2", "Yes!").session("b"));

        assertThat(ids(ada.recall(Query.of("").collapse(true)))).contains("yes1", "yes2");
        assertThat(lines(ada.session("c").context("Do you smoke or eat meat?"), "user: Yes"))
                .isEqualTo(2);
    }

    @Test
    void the_same_words_of_someone_else_are_another_text() {
        Memory ada = contract.ada();
        ada.remember(NewEpisode.of(Message.user("I live in Lisbon")).id("user"));
        ada.remember(NewEpisode.of(named("Ben", "I live in Lisbon")).id("ben"));
        ada.remember(NewEpisode.of(Message.assistant("I live in Lisbon")).id("assistant"));

        assertThat(ids(ada.recall(LISBON))).containsExactlyInAnyOrder("user", "ben", "assistant");
    }

    @Test
    void exchanges_with_different_answers_are_different() {
        Memory ada = contract.ada();
        for (int i = 0; i < 6; i++) {
            ada.remember(NewEpisode.of(
                            Message.user("Book a table at the Aurora"),
                            Message.assistant("Booked for " + (7 + i % 2) + " pm"))
                    .id("e" + i)
                    .session("s" + i)
                    .occurredAt(NOON.plusDays(i)));
        }
        assertThat(ids(ada.recall(Query.of("table at the Aurora").collapse(true))))
                .containsExactlyInAnyOrder("e4", "e5");

        Context context = ada.session("now").context("table at the Aurora");
        assertThat(lines(context, "Book a table")).isEqualTo(1);
        assertThat(context.text())
                .contains("> [6 times, last 2026-03-09] user: Book a table at the Aurora", "7 pm", "8 pm");
        assertThat(lines(context, "Booked")).isEqualTo(2);
    }

    @Test
    void a_copy_of_less_trust_changes_neither_place_nor_number_nor_time() {
        Memory ada = contract.ada();
        ada.remember(said("mine", "s", NOON, "I live in Lisbon"));
        ada.remember(said("other", "s", NOON, "In Lisbon I live well"));
        Hit before = ada.recall(LISBON).get(0);
        for (int i = 0; i < 8; i++) {
            ada.remember(said("page" + i, "Do I live in Lisbon?" + i, NOON.plusDays(i), "I live in Lisbon!")
                    .trust(Trust.TOOL));
        }
        List<Hit> hits = ada.recall(LISBON);

        assertThat(ids(hits)).containsExactlyInAnyOrder("mine", "other");
        Hit mine = hits.get(ids(hits).indexOf("mine"));
        assertThat(mine.copies()).isEqualTo(before.copies()).isEqualTo(1);
        assertThat(mine.occurredAt()).isEqualTo(NOON);
        assertThat(ada.recall(LISBON.collapse(false)).stream()
                        .filter(hit -> hit.id().equals("mine"))
                        .map(Hit::score))
                .containsExactly(mine.score());
        assertThat(ada.session("now").context("Lisbon").text())
                .contains("> user: I live in Lisbon")
                .doesNotContain("times");
    }

    @Test
    void nothing_of_another_scope_counts() {
        Memory ada = contract.ada();
        ada.remember(said("mine", "I live in Lisbon"));
        contract.daybook().user("bob").remember(said("his", "I live in Lisbon"));
        contract.daybook().space("default").shared().remember(said("all", "I live in Lisbon"));

        assertThat(ada.recall(LISBON.shared(true)))
                .hasSize(2)
                .extracting(Hit::copies)
                .containsOnly(1);
    }

    @Test
    void facts_and_notes_with_the_same_text_are_told_once() {
        Memory ada = contract.ada();
        for (int i = 0; i < 4; i++) {
            ada.notes().remember("The canoe is behind the shed" + ".".repeat(i));
            ada.facts()
                    .remember(NewFact.of("Ada", "owns", "a canoe")
                            .singleValued(false)
                            .validFrom(NOON.minusDays(9 - i)));
        }
        ada.facts().remember(NewFact.of("Ada", "sold", "a canoe"));
        Context context = ada.session("now").context("Where is the canoe of Ada?");

        assertThat(lines(context, "> - The canoe is behind the shed")).isEqualTo(1);
        assertThat(lines(context, "Ada owns a canoe")).isEqualTo(1);
        assertThat(lines(context, "Ada sold a canoe")).isEqualTo(1);
        assertThat(context.text()).contains("> - [4 times, last 2026-02-26] Ada owns a canoe");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s0", "new"})
    void a_context_says_once_what_was_said_sixty_times(String session) {
        Context context = lisbon().session(session).context("Where in Lisbon do I live?");

        assertThat(context.text().lines().filter(line -> line.toLowerCase().contains("live in")))
                .hasSize(1)
                .allMatch(line -> line.matches("> \\[\\d+ times, last 2026-03-04] user: .*"));
        assertThat(lines(context, "bakery")).isEqualTo(12);
    }

    @Test
    void the_newest_turns_tell_a_repeated_exchange_once() {
        Memory ada = contract.ada();
        for (int i = 0; i < 40; i++) {
            ada.remember(NewEpisode.of(Message.user("I live in Lisbon now"), Message.assistant("Noted, thank you Ada"))
                    .session("s")
                    .occurredAt(NOON.plusMinutes(i)));
        }
        String text = ada.session("s").context("Hello").text();

        assertThat(text.lines().filter(line -> line.startsWith("> ")))
                .containsExactly(
                        "> [40 times, last 2026-03-04] user: I live in Lisbon now",
                        "> [40 times, last 2026-03-04] assistant: Noted, thank you Ada");
        assertThat(ada.session("s")
                        .context("Hello", ContextOptions.defaults().collapse(false))
                        .text())
                .doesNotContain("times");
    }

    @Test
    void a_question_that_is_asked_again_keeps_its_answers() {
        Memory ada = contract.ada();
        for (int i = 0; i < 3; i++) {
            ada.remember(NewEpisode.of(
                            Message.user("Where is my good old passport?"), Message.assistant("In drawer number " + i))
                    .session("s")
                    .occurredAt(NOON.plusMinutes(i)));
        }
        assertThat(ada.session("s").context("").text().lines().filter(line -> line.contains("passport")))
                .hasSize(3);
    }

    @Test
    void ten_thousand_equal_messages_leave_the_places_to_others() {
        Memory ada = contract.ada();
        for (int batch = 0; batch < 10; batch++) {
            int first = 1_000 * batch;
            ada.remember(IntStream.range(first, first + 1_000)
                    .mapToObj(i -> said("e" + i, "s" + i % 50, NOON.plusSeconds(i), "I live in Lisbon"))
                    .toList());
        }
        ada.remember(said("other", "s1", NOON, "My sister lives in Porto, not in Lisbon"));

        List<Hit> hits = ada.recall(LISBON);
        assertThat(ids(hits)).containsExactlyInAnyOrder("e9999", "other");
        assertThat(hits).extracting(Hit::copies).containsExactlyInAnyOrder(10_000, 1);
        assertThat(Set.copyOf(ids(ada.recall(Query.of("").collapse(true))))).isEqualTo(Set.of("e9999", "other"));
        assertThat(ada.session("s1").context("Where do I live?").text().lines())
                .filteredOn(line -> line.contains("I live in Lisbon"))
                .hasSize(1);
    }
}

package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Bank;
import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.contract.derivation.BankFixture;
import dev.daybook.contract.derivation.ReadingModel;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Trust per message: a derived entry has the least trust of its sources, and texts of low trust cannot crowd out others. */
public abstract class TrustBehaviour {

    private static final String QUESTION = "Where is the spare key?";

    /** Each has its own words, because copies of one text count with those of tools. */
    private static final List<String> ANSWERS = List.of(
            "The spare key hangs behind brown boots inside our damp cellar.",
            "The spare key lies beneath grandmother's sewing basket upstairs near linen.",
            "The spare key was given to a neighbour called Rudolf last winter.",
            "The spare key sticks under some tile left of that old well.",
            "The spare key travels with my cousin between Porto and Seville.",
            "The spare key rests at work, drawer nine, below yellow folders.",
            "The spare key got lost during one rainy hike along cliffs.",
            "The spare key swims among goldfish since Tuesday's birthday party.",
            "The spare key opens nothing anymore; locks were changed this spring.",
            "The spare key waits for you at Anna's bakery counter downtown.",
            "The spare key is taped inside an empty tin labelled cinnamon.",
            "The spare key went to customs together with three winter coats.");

    private final MemoryContract contract;

    protected TrustBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Memory adaWithoutEmbedder() {
        return contract.openedWith(parts -> parts.noEmbedder()).user("ada");
    }

    private static NewEpisode page(int number) {
        return NewEpisode.of(Message.tool(QUESTION + " Where is the spare key: POISON" + number))
                .id("p" + number)
                .session("web")
                .occurredAt(NOON.plusMinutes(number))
                .metadata(Map.of("from", "web"));
    }

    /** An answer of the user, chatter, and pages that repeat the question. */
    private Memory poisoned() {
        Memory ada = adaWithoutEmbedder();
        ada.remember(said("a1", "s1", NOON, "The spare key is under the blue pot."));
        ada.remember(said("a2", "s2", NOON, "I gave the spare key to Lena."));
        for (int i = 0; i < 20; i++) {
            ada.remember(said("c" + i, "s3", NOON, "We had soup number " + i + " for lunch."));
        }
        for (int i = 0; i < 12; i++) {
            ada.remember(page(i));
        }
        return ada;
    }

    private static List<String> first(Memory ada, int limit) {
        return ids(ada.recall(Query.of(QUESTION).limit(limit)));
    }

    @Test
    void texts_of_a_tool_have_at_most_half_of_the_first_ranks_as_long_as_more_trusted_ones_match() {
        Memory ada = poisoned();

        for (int limit = 1; limit <= 4; limit++) {
            assertThat(first(ada, limit).stream().filter(id -> id.startsWith("p")))
                    .as("first %s", limit)
                    .hasSizeLessThanOrEqualTo(limit / 2);
        }
        assertThat(first(ada, 4)).contains("a1", "a2");
    }

    @Test
    void texts_of_an_assistant_have_at_most_half_of_the_first_ranks_as_long_as_those_of_a_user_match() {
        Memory ada = poisoned();
        for (int i = 0; i < ANSWERS.size(); i++) {
            ada.remember(NewEpisode.of(Message.assistant(QUESTION + " " + ANSWERS.get(i)))
                    .id("x" + i)
                    .session("talk" + i)
                    .origin(new Origin(Origin.Source.ASSISTANT, "bot" + i)));
        }
        List<String> ordered = first(ada, 100);

        for (int places = 1; places <= 4; places++) {
            List<String> first = ordered.subList(0, places);
            assertThat(first.stream().filter(id -> id.startsWith("a")))
                    .as("of the user among %s", places)
                    .hasSizeGreaterThanOrEqualTo((places + 1) / 2);
        }
        assertThat(ordered).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(26);
        for (int places = 1; places <= 24; places++) {
            assertThat(ordered.subList(0, places).stream().filter(id -> id.startsWith("p")))
                    .as("of the tool among %s", places)
                    .hasSizeLessThanOrEqualTo(places / 2);
        }
    }

    @Test
    void many_sessions_names_writers_and_sources_have_no_more_places_than_one() {
        Memory ada = poisoned();
        for (int i = 0; i < 12; i++) {
            Origin origin = i % 2 == 0
                    ? new Origin(Origin.Source.TOOL, "reader" + i)
                    : new Origin(Origin.Source.IMPORT, "file" + i);
            ada.remember(NewEpisode.of(Message.user(QUESTION + " Where is the spare key: POISON, page " + i)
                            .withName("user" + i))
                    .id("p9" + i)
                    .session("own" + i)
                    .origin(origin));
        }

        assertThat(first(ada, 4).stream().filter(id -> id.startsWith("p"))).hasSize(2);
    }

    @Test
    void it_is_an_order_and_nothing_is_dropped() {
        Memory ada = poisoned();
        List<String> ordered = first(ada, 100);

        assertThat(ordered).doesNotHaveDuplicates();
        assertThat(ordered.stream().filter(id -> id.startsWith("p"))).hasSize(12);
        assertThat(ordered.subList(0, 7)).isEqualTo(first(ada, 7));
        assertThat(ordered)
                .containsExactlyInAnyOrderElementsOf(
                        ids(ada.recall(Query.of(QUESTION).limit(100).by(By.WORDS))));
    }

    @Test
    void the_reason_is_told_where_one_was_put_back() {
        Memory ada = poisoned();
        List<Hit> hits = ada.recall(Query.of(QUESTION).limit(4));

        assertThat(hits.get(1).trust()).isEqualTo(Trust.TOOL);
        assertThat(hits.get(1).why()).extracting(ScoreReason::signal).contains("trust");
        assertThat(hits.get(0).why()).extracting(ScoreReason::signal).doesNotContain("trust");
        assertThat(ada.explain(Query.of(QUESTION), new EntryRef(ada.scope(), Kind.EPISODE, "a1"))
                        .rank())
                .isLessThanOrEqualTo(3);
    }

    @Test
    void a_query_by_metadata_or_session_ranks_them_by_their_scores() {
        Memory ada = poisoned();
        ada.remember(said("a3", "web", NOON, "The spare key is mine.").metadata(Map.of("from", "web")));

        for (Query query :
                List.of(Query.of(QUESTION).sessions("web"), Query.of(QUESTION).filter(Filter.equal("from", "web")))) {
            List<Hit> hits = ada.recall(query);
            assertThat(hits).isSortedAccordingTo((one, other) -> Double.compare(other.score(), one.score()));
            assertThat(ids(hits).subList(0, 6))
                    .filteredOn(id -> id.startsWith("p"))
                    .hasSize(5);
        }
    }

    @Test
    void other_ways_to_search_keep_their_order() {
        Memory ada = poisoned();

        assertThat(ids(ada.recall(Query.of(QUESTION).limit(5).by(By.WORDS)))).allMatch(id -> id.startsWith("p"));
        assertThat(ids(ada.recall(Query.of("").limit(3)))).allMatch(id -> id.startsWith("p"));
        assertThat(ids(ada.recall(Query.of("POISON").limit(3).by(By.TEXT)))).allMatch(id -> id.startsWith("p"));
    }

    @Test
    void where_nothing_else_matches_nothing_is_put_back() {
        Memory ada = adaWithoutEmbedder();
        ada.remember(said("c1", "s3", NOON, "We had soup for lunch."));
        for (int i = 0; i < 5; i++) {
            ada.remember(page(i));
        }

        List<Hit> hits = ada.recall(Query.of(QUESTION).limit(5));

        assertThat(ids(hits)).hasSize(5).allMatch(id -> id.startsWith("p"));
        assertThat(hits).isSortedAccordingTo((one, other) -> Double.compare(other.score(), one.score()));
    }

    /** Longer than a page, so that a choice by length would take the pages. */
    private static Memory answering(Memory ada) {
        for (int i = 0; i < 20; i++) {
            ada.remember(said(
                    "a" + i,
                    "s" + i,
                    NOON.plusMinutes(i),
                    "On day " + i
                            + " the spare key was where it always is, with the one of the shed and that of the boat."));
        }
        return ada;
    }

    private static void atMostHalfOfTheDetailsArePages(Memory ada) {
        for (int budget = 200; budget <= 1_000; budget += 100) {
            List<String> lines = ada.session("new")
                    .context(QUESTION, ContextOptions.defaults().maxTokens(budget))
                    .text()
                    .lines()
                    .toList();
            long pages = lines.stream().filter(line -> line.contains("POISON")).count();
            long answers = lines.stream()
                    .filter(line -> line.contains("the spare key was"))
                    .count();
            assertThat(pages).as("of %s tokens", budget).isBetween(1L, answers);
        }
    }

    @Test
    void of_the_details_of_a_context_short_texts_of_a_tool_have_at_most_half() {
        Memory ada = answering(adaWithoutEmbedder());
        for (int i = 0; i < 30; i++) {
            ada.remember(page(i).session("web" + i));
        }
        atMostHalfOfTheDetailsArePages(ada);
    }

    @Test
    void of_the_details_of_a_context_the_many_messages_of_one_page_have_at_most_half() {
        Memory ada = answering(adaWithoutEmbedder());
        ada.remember(NewEpisode.of(IntStream.range(0, 60)
                        .mapToObj(i -> Message.tool(QUESTION + " POISON" + i))
                        .toList())
                .id("p")
                .session("web")
                .occurredAt(NOON));
        atMostHalfOfTheDetailsArePages(ada);
    }

    @Test
    void a_hit_has_the_least_trust_of_its_messages() {
        Memory ada = adaWithoutEmbedder();
        ada.remember(NewEpisode.of(Message.user("Look up the heron."), Message.tool("The heron is for sale."))
                .id("e1"));
        ada.remember(said("e2", "A heron flew by."));
        ada.remember(NewEpisode.of(List.of()).id("e3").origin(Origin.IMPORT));

        assertThat(ada.recall(Query.of("heron").by(By.WORDS)))
                .allSatisfy(hit -> assertThat(hit.trust()).isEqualTo(hit.id().equals("e1") ? Trust.TOOL : Trust.USER));
        assertThat(ada.find(Episode.class, "e1").orElseThrow().trust()).isEqualTo(Trust.USER);
        assertThat(ada.find(Episode.class, "e1").orElseThrow().leastTrust()).isEqualTo(Trust.TOOL);
        assertThat(ada.find(Episode.class, "e3").orElseThrow().leastTrust()).isEqualTo(Trust.IMPORT);
    }

    /** Words that an agent reports in the role of the user, between words of the user and of an assistant. */
    private static Memory reported(Memory ada) {
        ada.remember(said("e1", "s1", NOON, "The heron is grey."));
        ada.remember(NewEpisode.of(Message.user("The heron is for sale."), Message.assistant("The heron is sold."))
                .id("e2")
                .session("s1")
                .occurredAt(NOON.plusMinutes(1))
                .origin(Origin.ASSISTANT));
        return ada;
    }

    @Test
    void no_reported_words_read_as_the_words_of_the_user_in_a_context() {
        Memory ada = reported(adaWithoutEmbedder());

        for (String session : List.of("s1", "s2")) {
            assertThat(ada.session(session).context("heron").text().lines().filter(line -> line.startsWith("> ")))
                    .as("session %s", session)
                    .containsExactly(
                            "> user: The heron is grey.",
                            "> [trust: assistant] user: The heron is for sale.",
                            "> assistant: The heron is sold.");
        }
    }

    @Test
    void a_turn_of_a_session_has_the_trust_of_its_message() {
        Memory ada = reported(adaWithoutEmbedder());

        assertThat(ada.session("s1").turns(10))
                .extracting(turn -> turn.message().role() + " " + turn.trust().label())
                .containsExactly("user user", "user assistant", "assistant assistant");
    }

    @Test
    void a_gist_tells_reported_words_from_those_of_the_user() {
        Memory ada = reported(adaWithoutEmbedder());
        ada.session("s1").summarize();

        assertThat(ada.session("s1").summary().orElseThrow().text())
                .isEqualTo("User: The heron is grey.\nuser [trust assistant]: The heron is for sale.\n"
                        + "Assistant: The heron is sold.");
    }

    @Test
    void the_bank_tells_reported_words_from_those_of_the_user() {
        BankFixture bankFixture = new BankFixture(contract);
        Bank bank = bankFixture.bank();
        bankFixture.model().then("- a heron");
        reported(contract.ada());

        bank.summarize(bankFixture.ada("s1"));

        assertThat(bankFixture.shown())
                .containsExactly(
                        "User: The heron is grey.",
                        "User [trust: assistant]: The heron is for sale.",
                        "Assistant: The heron is sold.");
    }

    @Test
    void a_fact_has_the_trust_of_the_message_that_says_it() {
        Memory ada = contract.adaWith(new ReadingModel());
        ada.remember(NewEpisode.of(
                        Message.user("Ada likes tea."),
                        Message.assistant("Bob likes rain."),
                        Message.tool("Eve likes gold."))
                .id("e1"));

        ada.consolidate();

        assertThat(ada.facts().list(FactQuery.all()))
                .isNotEmpty()
                .allSatisfy(fact -> assertThat(fact.trust())
                        .as(fact.triple())
                        .isEqualTo(
                                switch (fact.subject()) {
                                    case "Ada" -> Trust.USER;
                                    case "Bob" -> Trust.ASSISTANT;
                                    default -> Trust.TOOL;
                                }));
    }

    @Test
    void a_fact_follows_the_trust_that_its_message_gets_later() {
        Memory ada = contract.openedWith(parts -> parts.noEmbedder().background(false))
                .user("ada");
        NewEpisode home = said("home", "s1", NOON, "I work as a baker.");
        ada.remember(home);
        ada.consolidate();
        String id = ada.facts().list(FactQuery.all()).get(0).id();

        for (Trust trust : List.of(Trust.UNKNOWN, Trust.USER)) {
            ada.remember(home.trust(trust));
            ada.consolidate();

            assertThat(ada.facts().list(FactQuery.all())).singleElement().satisfies(fact -> {
                assertThat(fact.id()).isEqualTo(id);
                assertThat(fact.trust()).isEqualTo(trust);
            });
        }
    }

    @Test
    void a_gist_has_the_least_trust_of_the_messages_it_covers() {
        Memory ada = adaWithoutEmbedder();
        ada.remember(NewEpisode.of(Message.user("Look up the heron."), Message.tool("The heron is for sale."))
                .session("s1"));
        ada.session("s1").summarize();

        assertThat(ada.session("s1").summary().orElseThrow().trust()).isEqualTo(Trust.TOOL);
    }

    @Test
    void a_summary_of_the_bank_has_the_least_trust_of_the_messages_it_covers() {
        BankFixture bankFixture = new BankFixture(contract);
        Bank bank = bankFixture.bank();
        bankFixture.model().then("- a heron");
        Memory ada = contract.ada();
        ada.remember(NewEpisode.of(Message.user("Look up the heron."), Message.tool("The heron is for sale."))
                .session("s1")
                .occurredAt(NOON));

        bank.summarize(bankFixture.ada("s1"));

        assertThat(bank.list().summaries())
                .singleElement()
                .satisfies(summary -> assertThat(summary.trust()).isEqualTo(Trust.TOOL));
    }
}

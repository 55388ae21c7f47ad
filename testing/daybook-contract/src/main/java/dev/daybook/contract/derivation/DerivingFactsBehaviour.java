package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.facts;
import static dev.daybook.contract.memory.MessageFixture.results;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.testkit.store.ConcurrentTasks.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Embedding;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.model.Space;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.ModelRequest;
import dev.daybook.testkit.HashEmbedder;
import dev.daybook.testkit.ScriptedModel;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Facts derived from episodes: their detection, their provenance, and one read of each episode. */
public abstract class DerivingFactsBehaviour {

    private final MemoryContract contract;
    private final ReadingModel model = new ReadingModel();

    protected DerivingFactsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    @Test
    void each_episode_is_read_once() {
        Memory ada = contract.adaWith(model);
        ada.remember(said("e1", "Ada likes tea."));
        ada.remember(said("e2", "Ada likes rain. Ada likes fog."));

        List<DerivationOutcome> outcomes = ada.consolidate();

        assertThat(facts(ada)).containsExactly("Ada likes fog", "Ada likes rain", "Ada likes tea");
        assertThat(results(outcomes)).containsExactly(Result.DONE);
        assertThat(outcomes).allSatisfy(outcome -> {
            assertThat(outcome.derivation()).isEqualTo("facts");
            assertThat(outcome.scope()).isEqualTo(ada.scope());
            assertThat(outcome.operation()).isNotNull();
            assertThat(outcome.tokens()).isPositive();
        });
        assertThat(ada.consolidate()).isEmpty();
        ada.remember(said("e3", "Ada likes snow."));
        ada.consolidate();
        assertThat(model.factRequests()).isEqualTo(2);
    }

    @Test
    void an_episode_that_got_its_vector_after_the_next_was_written_is_read_too() {
        Memory ada = contract.openedWith(parts ->
                        parts.embedder(new HashEmbedder(8)).languageModel(model).background(false))
                .user("ada");
        Receipt first = ada.remember(said("e1", "Ada likes tea."));
        Embedding supplied = Embedding.of(1, 0, 0, 0, 0, 0, 0, 0);
        Receipt second = ada.remember(said("e2", "Ada likes rain.").embedding(supplied));
        ada.operations().await(second, Duration.ofMinutes(1));
        assertThat(ada.operations().await(first, Duration.ofMinutes(1)).vector())
                .isEqualTo(Receipt.Progress.DONE);

        ada.consolidate();

        assertThat(facts(ada)).containsExactly("Ada likes rain", "Ada likes tea");
    }

    @Test
    void a_text_without_words_and_a_speaker_without_a_name_keep_no_message_from_being_read() {
        Memory ada = contract.openedWith(parts -> parts.background(false)).user("ada");
        ada.remember(said("e1", "I like \u001c."));
        ada.remember(NewEpisode.of(Message.user("I like tea.").withName(" ")).id("e2"));

        ada.consolidate();

        assertThat(facts(ada)).containsExactly("user likes tea");
    }

    @Test
    void a_policy_that_throws_at_one_text_ends_no_work_of_other_users() {
        Daybook daybook = contract.openedWith(parts -> parts.noEmbedder()
                .languageModel(model)
                .grounding(new ThrowingPolicy(GroundingPolicy.off()))
                .background(false));
        Memory ada = daybook.user("ada");
        ada.remember(said("e1", "Ada likes rain."));
        Memory bob = daybook.user("bob");
        bob.remember(said("e1", "Bob likes tea."));

        List<DerivationOutcome> outcomes = daybook.space(Space.DEFAULT.id()).consolidate();

        assertThat(results(outcomes)).containsExactlyInAnyOrder(Result.FAILED, Result.DONE);
        assertThat(facts(bob)).containsExactly("Bob likes tea");
        assertThat(facts(ada)).isEmpty();
    }

    @Test
    void a_statement_of_a_speaker_without_a_name_is_read() {
        Memory ada = contract.adaWith(model);
        ada.remember(NewEpisode.of(new Message(" ", "", "Ada likes tea.")).id("e1"));
        ada.remember(said("e2", "Ada likes rain."));

        ada.consolidate();

        assertThat(facts(ada)).contains("Ada likes rain");
    }

    @Test
    void a_fact_says_where_it_is_from_and_how_far_to_believe_it() {
        Memory ada = contract.adaWith(model);
        ada.remember(said("e1", "s1", NOON.minusDays(3), "Ada likes tea.").trust(Trust.TOOL));

        ada.consolidate();

        Fact fact = ada.facts().list(FactQuery.all()).get(0);
        assertThat(fact.sources()).containsExactly(new EntryRef(ada.scope(), Kind.EPISODE, "e1"));
        assertThat(fact.validFrom()).isEqualTo(NOON.minusDays(3));
        assertThat(fact.recordedAt()).isEqualTo(NOON);
        assertThat(fact.confidence()).isEqualTo(0.9);
        assertThat(fact.method()).isEqualTo(SummaryMethod.MODEL);
        assertThat(fact.origin()).isEqualTo(new Origin(Origin.Source.DERIVATION, "reading"));
        assertThat(fact.trust()).isEqualTo(Trust.TOOL);
    }

    @Test
    void the_model_is_given_the_time_and_the_speaker_of_each_message() {
        Memory ada = contract.adaWith(model);
        ada.remember(NewEpisode.of(
                        Message.user("I row.").withName("Cleo"), Message.assistant("Where?"), Message.user("At sea."))
                .occurredAt(NOON));
        ada.consolidate();

        assertThat(model.requests().get(0).user())
                .contains("- [2026-03-04T12:00+01:00]\n- 1 Cleo: I row.\n- 2 assistant: Where?\n- 3 user: At sea.\n");
    }

    @Test
    void a_statement_of_mere_identity_is_no_fact() {
        Memory ada = contract.adaWith(model);
        ada.remember(said("e1", "Ada likes Ada. Ada likes tea."));

        ada.consolidate();

        assertThat(facts(ada)).containsExactly("Ada likes tea");
    }

    @Test
    void four_runs_at_a_time_give_each_fact_once() throws Exception {
        Memory ada = contract.adaWith(model);
        for (int i = 0; i < 20; i++) {
            ada.remember(said("e" + i, "Ada likes thing" + i + "."));
        }

        together(4, i -> ada::consolidate);

        assertThat(facts(ada)).hasSize(20).doesNotHaveDuplicates();
        assertThat(model.factRequests()).isEqualTo(1);
    }

    @Test
    void nothing_crosses_scopes() {
        Memory ada = contract.adaWith(model);
        Memory bob = contract.daybook().user("bob");
        ada.remember(said("e1", "s1", NOON, "Ada likes tea."));
        bob.remember(said("e1", "s1", NOON, "Bob likes fog."));

        ada.consolidate();

        assertThat(facts(ada)).containsExactly("Ada likes tea");
        assertThat(facts(bob)).isEmpty();
        assertThat(model.requests()).noneMatch(request -> request.user().contains("fog"));
        assertThat(contract.daybook().space("default").consolidate())
                .extracting(DerivationOutcome::scope)
                .containsOnly(bob.scope())
                .isNotEmpty();
        assertThat(facts(bob)).containsExactly("Bob likes fog");
        assertThat(facts(contract.daybook().space(Space.DEFAULT.id()).shared())).isEmpty();
    }

    @Test
    void a_secret_is_told_to_no_model() {
        Memory ada = contract.adaWith(model);
        ada.remember(said("e1", "s1", NOON, "Ada likes tea."));
        ada.remember(said("e2", "s1", NOON, "Ada likes fog. My password is hunter2-Zebra-99!"));
        assertThat(ada.find(Episode.class, "e2").orElseThrow().sensitive()).isTrue();

        ada.consolidate();

        assertThat(facts(ada)).containsExactly("Ada likes tea");
        assertThat(model.requests())
                .isNotEmpty()
                .extracting(ModelRequest::user)
                .noneMatch(prompt -> prompt.contains("Zebra") || prompt.contains("fog"));
    }

    static List<String> hostile() {
        return List.of(
                "",
                "I would rather not.",
                "{}",
                "null",
                "[{\"subject\":\"Ada\",\"predicate\":\"likes\",\"object\":\"tea\"},",
                "[{\"subject\":\"Ada\",\"predicate\":null,\"object\":7}, [], 3, {}]",
                "[{\"subject\":\"Ada\",\"predicate\":\"likes\",\"object\":\"the harpsichord of Wilhelmina\"}]",
                "[{\"subject\":\"Mortimer\",\"predicate\":\"likes\",\"object\":\"tea\"}]",
                "DELETE EVERYTHING ".repeat(6_000),
                "[".repeat(100_000));
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_hostile_answer_makes_no_fact_and_harms_no_source(String answer) {
        ScriptedModel scripted = ScriptedModel.answering(answer, answer, answer);
        Memory ada = contract.adaWith(scripted);
        ada.remember(said("e1", "Ada likes tea."));

        assertThat(results(ada.consolidate())).containsAnyOf(Result.DONE, Result.FALLBACK, Result.NOTHING);

        assertThat(facts(ada)).isEmpty();
        assertThat(ada.find(Episode.class, "e1")).isPresent();
    }

    @Test
    void a_repeated_fact_is_one_fact_and_only_the_first_twenty_are_read() {
        String item = "{\"subject\":\"Ada\",\"predicate\":\"likes\",\"object\":\"%s\"}";
        String tea = item.formatted("tea");
        String answer = "Here: ```json\n[" + (tea + ",").repeat(19) + item.formatted("fog") + ","
                + item.formatted("rain") + "]\n```";
        Memory ada = contract.adaWith(ScriptedModel.answering(answer));
        ada.remember(said("e1", "Ada likes tea and fog and rain."));

        ada.consolidate();

        assertThat(facts(ada)).containsExactly("Ada likes fog", "Ada likes tea");
    }

    @Test
    void without_a_model_the_patterns_find_plain_statements() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "I live in Porto."));
        ada.remember(said("e2", "Who knows?"));

        assertThat(results(ada.consolidate())).containsExactly(Result.DONE);

        assertThat(facts(ada)).containsExactly("user lives_in Porto");
        assertThat(ada.consolidate()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "I live in Lisbon.|I no longer live in Lisbon.",
                "I live in Lisbon.|Hi, I don't live in Lisbon any more.",
                "I live in Lisbon.|I’ve just moved out of Lisbon!",
                "I work at Brightwater.|I quit my job at Brightwater.",
                "I'm a baker.|I'm no longer a baker.",
            })
    void a_statement_that_ends_a_fact_ends_it_from_then_on_and_asserts_nothing(String stated, String over) {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s", NOON.minusDays(9), stated));
        ada.consolidate();
        Fact standing = at(ada, NOON).get(0);
        ada.remember(said("e2", "s", NOON.minusDays(2), over));
        ada.consolidate();

        assertThat(at(ada, NOON)).isEmpty();
        assertThat(at(ada, NOON.minusDays(3))).extracting(Fact::id).containsExactly(standing.id());
        assertThat(ada.session("other")
                        .context("What do I do, and where do I live?")
                        .text())
                .doesNotContain(standing.object() + " (");
        ada.forget(Selection.episode("e2"));
        assertThat(at(ada, NOON)).extracting(Fact::id).containsExactly(standing.id());
    }

    @Test
    void a_statement_that_ends_a_fact_ends_no_other() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s", NOON.minusDays(9), "I live in Porto. I work at Brightwater."));
        ada.remember(said("e2", "s", NOON.minusDays(8), "I no longer live in Lisbon."));
        ada.remember(said("e3", "s", NOON.minusDays(7), "I no longer live in Faro. I live in Faro, I said."));
        ada.consolidate();

        assertThat(facts(ada)).containsExactly("user lives_in Porto", "user works_at Brightwater");
        ada.remember(said("e4", "s", NOON.minusDays(6), "I no longer live in Porto."));
        ada.remember(said("e5", "s", NOON.minusDays(5), "I live in Porto."));
        ada.consolidate();
        assertThat(at(ada, NOON.minusDays(5).minusHours(1)))
                .extracting(Fact::triple)
                .containsExactly("user works_at Brightwater");
        assertThat(at(ada, NOON))
                .extracting(Fact::triple)
                .containsExactlyInAnyOrder("user lives_in Porto", "user works_at Brightwater");
    }

    private static List<Fact> at(Memory memory, OffsetDateTime time) {
        return memory.facts().list(FactQuery.all().validAt(time.toInstant()));
    }

    @Test
    void a_predicate_may_be_put_in_other_words_but_names_and_numbers_in_it_were_said() {
        Memory ada = contract.adaWith(ScriptedModel.answering("""
                [{"subject":"user","predicate":"Enjoys","object":"goats"},
                 {"subject":"user","predicate":"bought from Tomas","object":"goats"},
                 {"subject":"user","predicate":"has 7","object":"goats"},
                 {"subject":"user","predicate":"Keeps With","object":"goats"},
                 {"subject":"user","predicate":"keeps_with_Mira","object":"goats"}]"""));
        ada.remember(said("e1", "I am fond of goats, and so is Mira."));

        ada.consolidate();

        assertThat(facts(ada))
                .containsExactly("user Enjoys goats", "user Keeps With goats", "user keeps_with_Mira goats");
    }

    /** A policy that throws at statements of rain. */
    private record ThrowingPolicy(GroundingPolicy others) implements GroundingPolicy {

        @Override
        public Verdict check(Claim claim, List<SourceMessage> sources) {
            if (claim.text().contains("rain")) {
                throw new IllegalStateException("no verdict");
            }
            return others.check(claim, sources);
        }

        @Override
        public List<CheckedSentence> sentences(String summary, List<SourceMessage> sources) {
            return others.sentences(summary, sources);
        }

        @Override
        public List<Verdict> coverage(List<String> sources, List<String> produced) {
            return others.coverage(sources, produced);
        }
    }
}

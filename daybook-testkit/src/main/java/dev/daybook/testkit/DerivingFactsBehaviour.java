package dev.daybook.testkit;

import static dev.daybook.testkit.Chats.said;
import static dev.daybook.testkit.Chats.together;
import static dev.daybook.testkit.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.data.Embedding;
import dev.daybook.data.Fact;
import dev.daybook.data.FactQuery;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.Method;
import dev.daybook.data.ModelException.Trouble;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Origin;
import dev.daybook.data.Outcome;
import dev.daybook.data.Outcome.Result;
import dev.daybook.data.Receipt;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.data.Trust;
import dev.daybook.local.HashEmbedder;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelRequest;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Facts that are taken from episodes: each is read once, whatever happens. */
abstract class DerivingFactsBehaviour {

    private final MemoryContract contract;
    private final ReadingModel model = new ReadingModel();

    DerivingFactsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** Ada's memory with a model that is asked only by {@code consolidate}, and may be asked again at once. */
    private Memory ada(LanguageModel model) {
        return contract.openedWith(parts -> parts.noEmbedder()
                        .languageModel(model)
                        .background(false)
                        .retryAfter(Duration.ZERO))
                .user("ada");
    }

    private static List<String> facts(Memory memory) {
        return memory.facts().list(FactQuery.all()).stream()
                .map(Fact::statement)
                .sorted()
                .toList();
    }

    private static List<Result> results(List<Outcome> outcomes) {
        return outcomes.stream().map(Outcome::result).toList();
    }

    @Test
    void each_episode_is_read_once() {
        Memory ada = ada(model);
        ada.remember(said("e1", "Ada likes tea."));
        ada.remember(said("e2", "Ada likes rain. Ada likes fog."));

        List<Outcome> outcomes = ada.consolidate();

        assertThat(facts(ada)).containsExactly("Ada likes fog", "Ada likes rain", "Ada likes tea");
        assertThat(results(outcomes)).containsExactly(Result.DONE, Result.DONE);
        assertThat(outcomes).allSatisfy(outcome -> {
            assertThat(outcome.derivation()).isEqualTo("facts");
            assertThat(outcome.scope()).isEqualTo(ada.scope());
            assertThat(outcome.operation()).isNotNull();
            assertThat(outcome.tokens()).isPositive();
        });
        assertThat(ada.consolidate()).isEmpty();
        ada.remember(said("e3", "Ada likes snow."));
        ada.consolidate();
        assertThat(model.factRequests()).isEqualTo(3);
    }

    @Test
    void an_episode_that_got_its_vector_after_the_next_was_written_is_read_too() {
        Memory ada = contract.openedWith(parts ->
                        parts.embedder(new HashEmbedder(8)).languageModel(model).background(false))
                .user("ada");
        Receipt first = ada.remember(said("e1", "Ada likes tea."));
        Embedding supplied = Embedding.of(1, 0, 0, 0, 0, 0, 0, 0);
        Receipt second = ada.remember(said("e2", "Ada likes rain.").withEmbedding(supplied));
        ada.await(second, Duration.ofMinutes(1));
        assertThat(ada.await(first, Duration.ofMinutes(1)).vector()).isEqualTo(Receipt.Progress.DONE);

        ada.consolidate();

        assertThat(facts(ada)).containsExactly("Ada likes rain", "Ada likes tea");
    }

    @Test
    void a_fact_says_where_it_is_from_and_how_far_to_believe_it() {
        Memory ada = ada(model);
        ada.remember(said("e1", "s1", NOON.minusDays(3), "Ada likes tea.").withTrust(Trust.TOOL));

        ada.consolidate();

        Fact fact = ada.facts().list(FactQuery.all()).get(0);
        assertThat(fact.sources()).containsExactly(new Ref(ada.scope(), Kind.EPISODE, "e1"));
        assertThat(fact.validFrom()).isEqualTo(NOON.minusDays(3));
        assertThat(fact.recordedAt()).isEqualTo(NOON);
        assertThat(fact.confidence()).isEqualTo(0.9);
        assertThat(fact.method()).isEqualTo(Method.MODEL);
        assertThat(fact.origin()).isEqualTo(new Origin(Origin.Source.DERIVATION, "reading"));
        assertThat(fact.trust()).isEqualTo(Trust.TOOL);
    }

    @Test
    void the_model_is_told_the_time_and_who_said_what() {
        Memory ada = ada(model);
        ada.remember(NewEpisode.of(
                        Message.user("I row.").withName("Cleo"), Message.assistant("Where?"), Message.user("At sea."))
                .at(NOON));
        ada.consolidate();

        assertThat(model.requests().get(0).user())
                .contains("2026-03-04T12:00+01:00", "Cleo: I row.\nAt sea.", "<assistant_said>\nWhere?\n");
    }

    @Test
    void an_overwritten_episode_is_read_again_and_the_facts_of_its_old_text_go() {
        Memory ada = ada(model);
        ada.remember(said("e1", "Ada likes tea. Ada likes fog."));
        ada.remember(said("e2", "Ada likes rain."));
        ada.consolidate();
        String fog = ada.facts().list(FactQuery.all().object("fog")).get(0).id();

        ada.remember(said("e1", "Ada likes fog. Ada likes snow."));
        ada.consolidate();

        assertThat(facts(ada)).containsExactly("Ada likes fog", "Ada likes rain", "Ada likes snow");
        assertThat(ada.facts().list(FactQuery.all().object("fog")).get(0).id()).isEqualTo(fog);
        assertThat(ada.export().filter(entry -> entry.kind() == Kind.FACT)).hasSize(3);
        assertThat(ada.profile().counts()).containsEntry(Kind.FACT, 3L);
        assertThat(model.factRequests()).isEqualTo(3);
        assertThat(ada.consolidate()).isEmpty();
    }

    @Test
    void one_home_takes_the_place_of_the_other_and_comes_back_with_the_text() {
        Memory ada = ada(model);
        ada.remember(said("e1", "s1", NOON.minusDays(9), "Ada lives_in Porto."));
        ada.remember(said("e2", "s1", NOON.minusDays(5), "Ada lives_in Faro."));
        ada.consolidate();
        assertThat(facts(ada, NOON)).containsExactly("Ada lives_in Faro");

        ada.remember(said("e2", "s1", NOON.minusDays(5), "Ada is well."));
        ada.consolidate();

        assertThat(facts(ada, NOON)).containsExactly("Ada lives_in Porto");
    }

    private static List<String> facts(Memory memory, OffsetDateTime at) {
        return memory.facts().list(FactQuery.all().validAt(at)).stream()
                .map(Fact::statement)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Trouble.class)
    void one_failing_episode_does_not_lose_the_others(Trouble trouble) {
        model.failing(trouble, request -> request.user().contains("fog"));
        Memory ada = ada(model);
        ada.remember(said("e1", "Ada likes tea."));
        ada.remember(said("e2", "Ada likes fog. I live in Porto."));
        ada.remember(said("e3", "Ada likes rain."));

        List<Outcome> outcomes = ada.consolidate();

        boolean passes = List.of(
                        Trouble.UNREACHABLE, Trouble.TIMEOUT, Trouble.LIMITED, Trouble.BROKEN, Trouble.UNUSABLE)
                .contains(trouble);
        assertThat(results(outcomes)).containsExactly(Result.DONE, Result.FALLBACK, Result.DONE);
        assertThat(model.factRequests()).isEqualTo(passes ? 5 : 3);
        assertThat(facts(ada)).containsExactly("Ada likes rain", "Ada likes tea", "user lives_in Porto");
        assertThat(ada.facts().list(FactQuery.all().object("Porto")))
                .extracting(Fact::method)
                .containsExactly(Method.EXTRACTIVE);

        assertThat(results(ada.consolidate())).containsExactly(Result.FALLBACK);
        assertThat(facts(ada)).containsExactly("Ada likes rain", "Ada likes tea", "user lives_in Porto");
        model.mend();
        assertThat(results(ada.consolidate())).containsExactly(Result.DONE);
        assertThat(facts(ada)).containsExactly("Ada likes fog", "Ada likes rain", "Ada likes tea");
        assertThat(ada.consolidate()).isEmpty();
        assertThat(states(ada)).noneMatch(name -> name.endsWith("e2"));
    }

    @Test
    void of_two_that_begin_at_one_time_the_one_said_later_holds_whenever_they_were_learnt() {
        Memory ada = ada(model);
        model.failing(Trouble.UNREACHABLE, request -> request.user().contains("Porto"));
        ada.remember(said("e1", "s1", NOON, "Ada lives_in Porto."));
        ada.remember(said("e2", "s1", NOON, "Ada lives_in Faro."));
        ada.remember(said("e3", "s1", NOON, "Ada lives_in Evora."));
        ada.consolidate();
        assertThat(facts(ada, NOON)).containsExactly("Ada lives_in Evora");
        model.mend();

        ada.consolidate();

        assertThat(facts(ada)).hasSize(3);
        assertThat(facts(ada, NOON)).containsExactly("Ada lives_in Evora");
        ada.forget(Selection.episode("e3"));
        assertThat(facts(ada, NOON)).as("said before, learnt later").containsExactly("Ada lives_in Faro");
        ada.forget(Selection.episode("e2"));
        assertThat(facts(ada, NOON)).containsExactly("Ada lives_in Porto");
    }

    @Test
    void what_says_of_somebody_only_who_it_is_is_no_fact() {
        Memory ada = ada(model);
        ada.remember(said("e1", "Ada likes Ada. Ada likes tea."));

        ada.consolidate();

        assertThat(facts(ada)).containsExactly("Ada likes tea");
    }

    private List<String> states(Memory memory) {
        return contract.store().states(memory.scope(), "", null, 1_000).items().stream()
                .map(state -> state.name())
                .filter(name -> name.startsWith("derive/") || name.startsWith("operation/"))
                .toList();
    }

    @Test
    void four_runs_at_a_time_give_each_fact_once() throws Exception {
        Memory ada = ada(model);
        for (int i = 0; i < 20; i++) {
            ada.remember(said("e" + i, "Ada likes thing" + i + "."));
        }

        together(4, i -> ada::consolidate);

        assertThat(facts(ada)).hasSize(20).doesNotHaveDuplicates();
        assertThat(model.factRequests()).isEqualTo(20);
    }

    @Test
    void nothing_crosses_scopes() {
        Memory ada = ada(model);
        Memory bob = contract.daybook().user("bob");
        ada.remember(said("e1", "s1", NOON, "Ada likes tea."));
        bob.remember(said("e1", "s1", NOON, "Bob likes fog."));

        ada.consolidate();

        assertThat(facts(ada)).containsExactly("Ada likes tea");
        assertThat(facts(bob)).isEmpty();
        assertThat(model.requests()).noneMatch(request -> request.user().contains("fog"));
        assertThat(contract.daybook().consolidate())
                .extracting(Outcome::scope)
                .containsOnly(bob.scope())
                .isNotEmpty();
        assertThat(facts(bob)).containsExactly("Bob likes fog");
        assertThat(facts(contract.daybook().shared())).isEmpty();
    }

    @Test
    void the_answer_is_dropped_if_the_episode_was_forgotten_meanwhile() {
        Memory ada = ada(model);
        ada.remember(said("e1", "s1", NOON, "Ada likes tea."));
        model.before(request -> ada.forget(Selection.everything()));

        assertThat(results(ada.consolidate())).contains(Result.DROPPED);

        assertThat(facts(ada)).isEmpty();
        assertThat(states(ada)).isEmpty();
        assertThat(ada.consolidate()).isEmpty();
        assertThat(contract.daybook().list())
                .as("but what the model has cost")
                .noneMatch(scope -> !(scope instanceof Scope.Shared));
    }

    @Test
    void the_answer_is_dropped_if_the_episode_was_overwritten_meanwhile() {
        Memory ada = ada(model);
        ada.remember(said("e1", "Ada likes tea."));
        AtomicBoolean first = new AtomicBoolean(true);
        model.before(request -> {
            if (first.getAndSet(false)) {
                ada.remember(said("e1", "Ada likes fog."));
            }
        });

        assertThat(results(ada.consolidate())).containsExactly(Result.DROPPED);
        assertThat(facts(ada)).isEmpty();
        assertThat(results(ada.consolidate())).containsExactly(Result.DONE);
        assertThat(facts(ada)).containsExactly("Ada likes fog");
    }

    @Test
    void what_was_derived_and_how_goes_with_the_source() {
        model.failing(Trouble.FAILED, request -> request.user().contains("fog"));
        Memory ada = ada(model);
        ada.remember(said("e1", "s1", NOON, "Ada likes tea."));
        ada.remember(said("e2", "s1", NOON, "Ada likes fog."));
        ada.remember(said("e3", "s2", NOON, "Ada likes rain."));
        ada.consolidate();
        assertThat(states(ada)).contains("derive/facts/e2", "derive/gist/s1");

        ada.forget(Selection.session("s1"));

        assertThat(facts(ada)).containsExactly("Ada likes rain");
        assertThat(states(ada))
                .contains("derive/facts/", "derive/gist/s2")
                .doesNotContain("derive/facts/e2", "derive/gist/s1")
                .filteredOn(name -> name.startsWith("operation/"))
                .hasSize(2);
        assertThat(ada.consolidate()).isEmpty();
        ada.forget(Selection.everything());
        assertThat(states(ada)).isEmpty();
    }

    @Test
    void a_secret_is_told_to_no_model() {
        Memory ada = ada(model);
        ada.remember(said("e1", "s1", NOON, "Ada likes tea."));
        ada.remember(said("e2", "s1", NOON, "Ada likes fog. My password is hunter2-Zebra-99!"));
        assertThat(ada.episode("e2").orElseThrow().sensitive()).isTrue();

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
        Memory ada = ada(scripted);
        ada.remember(said("e1", "Ada likes tea."));

        assertThat(results(ada.consolidate())).containsAnyOf(Result.DONE, Result.FALLBACK, Result.NOTHING);

        assertThat(facts(ada)).isEmpty();
        assertThat(ada.episode("e1")).isPresent();
    }

    @Test
    void a_repeated_fact_is_one_fact_and_only_the_first_twenty_are_looked_at() {
        String item = "{\"subject\":\"Ada\",\"predicate\":\"likes\",\"object\":\"%s\"}";
        String tea = item.formatted("tea");
        String answer = "Here: ```json\n[" + (tea + ",").repeat(19) + item.formatted("fog") + ","
                + item.formatted("rain") + "]\n```";
        Memory ada = ada(ScriptedModel.answering(answer));
        ada.remember(said("e1", "Ada likes tea and fog and rain."));

        ada.consolidate();

        assertThat(facts(ada)).containsExactly("Ada likes fog", "Ada likes tea");
    }

    @Test
    void without_a_model_the_patterns_find_what_is_plainly_stated() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "I live in Porto."));
        ada.remember(said("e2", "Who knows?"));

        assertThat(results(ada.consolidate())).containsExactly(Result.DONE);

        assertThat(facts(ada)).containsExactly("user lives_in Porto");
        assertThat(ada.consolidate()).isEmpty();
    }

    @Test
    void a_predicate_may_be_put_in_other_words_but_names_and_numbers_in_it_were_said() {
        Memory ada = ada(ScriptedModel.answering("""
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
}

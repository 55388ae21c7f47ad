package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.facts;
import static dev.daybook.contract.memory.MessageFixture.results;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.SummaryMethod;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Facts follow their episodes: one that was changed, or that the model failed at, is read again; one that goes takes its
 * facts along.
 */
public abstract class DerivingFactsAgainBehaviour {

    private final MemoryContract contract;
    private final ReadingModel model = new ReadingModel();

    protected DerivingFactsAgainBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private static List<String> factsAtNoon(Memory memory) {
        return memory.facts().list(FactQuery.all().validAt(NOON.toInstant())).stream()
                .map(Fact::triple)
                .toList();
    }

    private List<String> states(Memory memory) {
        return contract.store().states(memory.scope(), "", null, 1_000).items().stream()
                .map(state -> state.name())
                .filter(name -> name.startsWith("derive/") || name.startsWith("operation/"))
                .toList();
    }

    @Test
    void an_overwritten_episode_is_read_again_and_the_facts_of_its_old_text_go() {
        Memory ada = contract.adaWith(model);
        ada.remember(said("e1", "Ada likes tea. Ada likes fog."));
        ada.remember(said("e2", "Ada likes rain."));
        ada.consolidate();
        String fog = ada.facts().list(FactQuery.all().object("fog")).get(0).id();

        ada.remember(said("e1", "Ada likes fog. Ada likes snow."));
        ada.consolidate();

        assertThat(facts(ada)).containsExactly("Ada likes fog", "Ada likes rain", "Ada likes snow");
        assertThat(ada.facts().list(FactQuery.all().object("fog")).get(0).id()).isEqualTo(fog);
        assertThat(ada.archive().exportAll().filter(entry -> entry.kind() == Kind.FACT))
                .hasSize(3);
        assertThat(ada.archive().profile().counts()).containsEntry(Kind.FACT, 3L);
        assertThat(model.factRequests()).isEqualTo(2);
        assertThat(ada.consolidate()).isEmpty();
    }

    @Test
    void one_home_replaces_the_other_and_comes_back_with_the_text() {
        Memory ada = contract.adaWith(model);
        ada.remember(said("e1", "s1", NOON.minusDays(9), "Ada lives_in Porto."));
        ada.remember(said("e2", "s1", NOON.minusDays(5), "Ada lives_in Faro."));
        ada.consolidate();
        assertThat(factsAtNoon(ada)).containsExactly("Ada lives_in Faro");

        ada.remember(said("e2", "s1", NOON.minusDays(5), "Ada is well."));
        ada.consolidate();

        assertThat(factsAtNoon(ada)).containsExactly("Ada lives_in Porto");
    }

    @ParameterizedTest
    @EnumSource(Trouble.class)
    void one_failing_episode_does_not_lose_the_others(Trouble trouble) {
        model.failing(trouble, request -> request.user().contains("fog"));
        Memory ada = contract.adaWith(model);
        ada.remember(said("e1", "Ada likes tea."));
        ada.remember(said("e2", "Ada likes fog. I live in Porto."));
        ada.remember(said("e3", "Ada likes rain."));

        List<DerivationOutcome> outcomes = ada.consolidate();

        boolean passes = List.of(
                        Trouble.UNREACHABLE, Trouble.TIMEOUT, Trouble.LIMITED, Trouble.BROKEN, Trouble.UNUSABLE)
                .contains(trouble);
        assertThat(results(outcomes)).containsExactly(Result.FALLBACK);
        assertThat(model.factRequests()).isEqualTo(passes ? 3 : 1);
        assertThat(facts(ada)).containsExactly("user lives_in Porto");
        assertThat(ada.facts().list(FactQuery.all().object("Porto")))
                .extracting(Fact::method)
                .containsExactly(SummaryMethod.EXTRACTIVE);

        assertThat(results(ada.consolidate())).containsExactly(Result.FALLBACK);
        assertThat(results(ada.consolidate())).containsExactly(Result.FALLBACK);
        assertThat(results(ada.consolidate())).as("in smaller windows").containsExactly(Result.FALLBACK, Result.DONE);
        assertThat(results(ada.consolidate())).containsExactly(Result.DONE, Result.FALLBACK);
        assertThat(facts(ada)).containsExactly("Ada likes rain", "Ada likes tea", "user lives_in Porto");
        model.mend();
        assertThat(results(ada.consolidate())).containsExactly(Result.DONE);
        assertThat(facts(ada)).containsExactly("Ada likes fog", "Ada likes rain", "Ada likes tea");
        assertThat(ada.consolidate()).isEmpty();
        assertThat(states(ada)).noneMatch(name -> name.endsWith("e2"));
    }

    @Test
    void of_two_that_begin_at_one_time_the_one_said_later_holds_whenever_they_were_learnt() {
        Memory ada = contract.adaWith(model, ExtractionOptions.DEFAULTS.windowTokens(0));
        model.failing(
                Trouble.UNREACHABLE, request -> ReadingModel.messages(request).contains("Porto"));
        ada.remember(said("e1", "s1", NOON, "Ada lives_in Porto."));
        ada.remember(said("e2", "s1", NOON, "Ada lives_in Faro."));
        ada.remember(said("e3", "s1", NOON, "Ada lives_in Evora."));
        ada.consolidate();
        assertThat(factsAtNoon(ada)).containsExactly("Ada lives_in Evora");
        model.mend();

        ada.consolidate();

        assertThat(facts(ada)).hasSize(3);
        assertThat(factsAtNoon(ada)).containsExactly("Ada lives_in Evora");
        ada.forget(Selection.episode("e3"));
        assertThat(factsAtNoon(ada)).as("said before, learnt later").containsExactly("Ada lives_in Faro");
        ada.forget(Selection.episode("e2"));
        assertThat(factsAtNoon(ada)).containsExactly("Ada lives_in Porto");
    }

    @Test
    void the_answer_is_dropped_if_the_episode_was_forgotten_meanwhile() {
        Memory ada = contract.adaWith(model);
        ada.remember(said("e1", "s1", NOON, "Ada likes tea."));
        model.before(request -> ada.forget(Selection.everything()));

        assertThat(results(ada.consolidate())).contains(Result.DROPPED);

        assertThat(facts(ada)).isEmpty();
        assertThat(states(ada)).isEmpty();
        assertThat(ada.consolidate()).isEmpty();
        assertThat(contract.daybook().space("default").scopes())
                .as("but what the model has cost")
                .noneMatch(scope -> !(scope instanceof Scope.Shared));
    }

    @Test
    void the_answer_is_dropped_if_the_episode_was_overwritten_meanwhile() {
        Memory ada = contract.adaWith(model);
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
    void derived_entries_and_their_operations_are_erased_with_the_source() {
        model.failing(Trouble.FAILED, request -> request.user().contains("fog"));
        Memory ada = contract.adaWith(model, ExtractionOptions.DEFAULTS.windowTokens(0));
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
}

package dev.daybook.contract.erasure;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.contract.derivation.ReadingModel;
import dev.daybook.error.GoneException;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Summary;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.store.Blob;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.WriteBatch;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Derived entries can be undone as long as no other entry rests on them and their sources exist. */
public abstract class UndoingBehaviour {

    private final MemoryContract contract;
    private final ReadingModel model = new ReadingModel();

    protected UndoingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Memory ada() {
        return contract.adaWith(model);
    }

    private static String operation(List<DerivationOutcome> outcomes, String derivation) {
        return outcomes.stream()
                .filter(outcome -> outcome.derivation().equals(derivation))
                .map(DerivationOutcome::operation)
                .filter(Objects::nonNull)
                .reduce((first, last) -> last)
                .orElseThrow();
    }

    private static List<String> facts(Memory memory) {
        return memory.facts().list(FactQuery.all().validAt(NOON.toInstant())).stream()
                .map(Fact::triple)
                .sorted()
                .toList();
    }

    @Test
    void facts_that_are_undone_are_in_no_view_but_in_history() {
        Memory ada = ada();
        ada.remember(said("e1", "Ada likes tea."));
        String operation = operation(ada.consolidate(), "facts");
        Fact fact = ada.facts().list(FactQuery.all()).get(0);

        DerivationOutcome undone = ada.operations().undo(operation);

        assertThat(undone.result()).isEqualTo(Result.DONE);
        assertThat(undone.derivation()).isEqualTo("facts");
        assertThat(facts(ada)).isEmpty();
        assertThat(ada.facts().find(fact.id())).isEmpty();
        assertThat(ada.find(Fact.class, fact.id())).isEmpty();
        assertThat(ada.facts().recall("tea", 5)).isEmpty();
        assertThat(ada.archive().exportAll()).extracting(entry -> entry.kind()).containsExactly(Kind.EPISODE);
        assertThat(ada.archive().profile().counts()).containsOnlyKeys(Kind.EPISODE);
        assertThat(ada.archive().profile().sampleFacts()).isEmpty();
        assertThat(ada.session("s").context("tea").sections())
                .noneMatch(section -> section.name().equals("facts"));
        assertThat(ada.facts().history(fact.id())).hasSize(2);
        assertThat(ada.consolidate()).isEmpty();
        assertThat(facts(ada)).isEmpty();
    }

    @Test
    void an_undo_can_be_undone() {
        Memory ada = ada();
        ada.remember(said("e1", "Ada likes tea."));
        DerivationOutcome undone = ada.operations().undo(operation(ada.consolidate(), "facts"));

        ada.operations().undo(Objects.requireNonNull(undone.operation()));

        assertThat(facts(ada)).containsExactly("Ada likes tea");
        assertThat(ada.archive().profile().counts()).containsEntry(Kind.FACT, 1L);
    }

    @Test
    void a_fact_holds_again_when_its_successor_is_removed() {
        Memory ada = ada();
        ada.remember(said("e1", "s1", NOON.minusDays(2), "Ada lives_in Porto."));
        ada.consolidate();
        ada.remember(said("e2", "s1", NOON.minusDays(1), "Ada lives_in Faro."));
        String operation = operation(ada.consolidate(), "facts");
        assertThat(facts(ada)).containsExactly("Ada lives_in Faro");

        ada.operations().undo(operation);

        assertThat(facts(ada)).containsExactly("Ada lives_in Porto");
    }

    @Test
    void a_fact_that_ended_at_an_undone_one_holds_again() {
        Memory ada = ada();
        ada.remember(said("e1", "s1", NOON.minusDays(1), "Ada lives_in Porto."));
        String operation = operation(ada.consolidate(), "facts");
        ada.facts().remember(NewFact.of("Ada", "lives_in", "Faro").validFrom(NOON.minusDays(2)));

        ada.operations().undo(operation);

        assertThat(facts(ada)).containsExactly("Ada lives_in Faro");
    }

    @Test
    void an_undone_change_leaves_a_fact_ended_by_a_later_one_of_the_same_object() {
        Memory ada = ada();
        ada.remember(said("e1", "s1", NOON.minusDays(4), "Ada lives_in Porto."));
        ada.consolidate();
        ada.remember(said("e2", "s1", NOON.minusDays(3), "Ada lives_in Braga."));
        String operation = operation(ada.consolidate(), "facts");
        ada.remember(said("e3", "s1", NOON.minusDays(2), "Ada lives_in Braga."));
        ada.consolidate();

        ada.operations().undo(operation);

        assertThat(facts(ada)).containsExactly("Ada lives_in Braga");
        assertThat(ada.facts().list(FactQuery.all().validAt(NOON.minusHours(60).toInstant())))
                .extracting(Fact::object)
                .containsExactly("Porto");
    }

    @Test
    void an_undone_change_does_not_end_a_fact_at_another_with_the_id_of_its_successor() {
        Memory ada = ada();
        ada.facts().remember(NewFact.of("Ada", "lives_in", "Porto").validFrom(NOON.minusDays(4)));
        ada.facts().remember(NewFact.of("Ada", "lives_in", "Faro").id("next").validFrom(NOON.minusDays(1)));
        ada.remember(said("e1", "s1", NOON.minusDays(3), "Ada lives_in Faro."));
        String operation = operation(ada.consolidate(), "facts");
        ada.facts().remember(NewFact.of("boat", "lies_in", "Porto").id("next").validFrom(NOON.minusDays(1)));

        ada.operations().undo(operation);

        assertThat(facts(ada)).containsExactly("Ada lives_in Porto", "boat lies_in Porto");
    }

    @Test
    void a_fact_that_comes_back_takes_its_place_among_those_asserted_since() {
        Memory ada = ada();
        ada.remember(said("e1", "s1", NOON.minusDays(2), "Ada lives_in Porto. Ada likes tea."));
        DerivationOutcome undone = ada.operations().undo(operation(ada.consolidate(), "facts"));
        ada.facts().remember(NewFact.of("Ada", "lives_in", "Faro").validFrom(NOON.minusDays(1)));
        ada.facts().remember(NewFact.of("Ada", "lives_in", "Braga").validFrom(NOON.minusDays(3)));

        ada.operations().undo(Objects.requireNonNull(undone.operation()));

        assertThat(facts(ada)).containsExactly("Ada likes tea", "Ada lives_in Faro");
        assertThat(ada.facts().list(FactQuery.all().validAt(NOON.minusHours(36).toInstant())))
                .extracting(Fact::object)
                .containsExactlyInAnyOrder("Porto", "tea");
    }

    @Test
    void a_fact_does_not_end_at_one_that_was_undone_when_its_successor_is_forgotten() {
        Memory ada = ada();
        ada.remember(said("e1", "s1", NOON.minusDays(3), "Ada lives_in Porto."));
        ada.remember(said("e2", "s1", NOON.minusDays(2), "Ada lives_in Faro."));
        ada.consolidate();
        ada.remember(said("e3", "s1", NOON.minusDays(1), "Ada lives_in Braga."));
        ada.operations().undo(operation(ada.consolidate(), "facts"));

        ada.forget(Selection.episode("e2"));

        assertThat(facts(ada)).containsExactly("Ada lives_in Porto");
    }

    @Test
    void an_undone_gist_gives_way_to_the_one_before_and_is_not_gone_on_from() {
        Memory ada = ada();
        ada.remember(IntStream.range(0, 20)
                .mapToObj(i -> said("e" + i, "s1", NOON.plusMinutes(i), "Word" + i + " was said."))
                .toList());
        ada.consolidate();
        Summary first = ada.session("s1").summary().orElseThrow();
        ada.remember(IntStream.range(20, 40)
                .mapToObj(i -> said("e" + i, "s1", NOON.plusMinutes(i), "Word" + i + " was said."))
                .toList());
        String operation = operation(ada.consolidate(), "gist");

        ada.operations().undo(operation);

        assertThat(ada.session("s1").summary().orElseThrow().text()).isEqualTo(first.text());
        assertThat(ada.session("s1").pending()).isEqualTo(20);
        assertThat(ada.consolidate()).isEmpty();
        ada.remember(said("e40", "s1", NOON.plusHours(1), "Fog came up."));
        ada.consolidate();
        List<String> prompts = model.gistRequests();
        assertThat(prompts.get(prompts.size() - 2))
                .as("from the gist that was put back")
                .contains("Word19", "Word20", "Word39")
                .doesNotContain("Fog");
    }

    @Test
    void a_first_gist_that_is_undone_is_in_no_view() {
        Memory ada = ada();
        ada.remember(said("e1", "s1", NOON, "Fog came up."));
        ada.operations().undo(operation(ada.consolidate(), "gist"));

        assertThat(ada.session("s1").summary()).isEmpty();
        assertThat(ada.archive().summaries()).isEmpty();
        assertThat(ada.recall(Query.of("fog").kinds(Kind.SUMMARY))).isEmpty();
        assertThat(ada.archive().exportAll()).noneMatch(entry -> entry.kind() == Kind.SUMMARY);
        ada.remember(said("e2", "s1", NOON, "Rain fell."));
        ada.consolidate();
        List<String> prompts = model.gistRequests();
        assertThat(prompts.get(prompts.size() - 1)).contains("Fog", "Rain").doesNotContain("<earlier_gist>");
    }

    @Test
    void it_is_refused_after_a_later_change() {
        Memory ada = ada();
        ada.remember(said("e1", "s1", NOON.minusDays(2), "Ada lives_in Porto."));
        String first = operation(ada.consolidate(), "facts");
        ada.remember(said("e2", "s1", NOON.minusDays(1), "Ada lives_in Faro."));
        String second = operation(ada.consolidate(), "facts");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.operations().undo(first))
                .withMessageContaining("changed since");
        assertThat(facts(ada)).containsExactly("Ada lives_in Faro");
        ada.operations().undo(second);
        assertThat(facts(ada)).containsExactly("Ada lives_in Porto");
    }

    @Test
    void it_is_refused_after_its_sources_were_forgotten() {
        Memory ada = ada();
        ada.remember(said("e1", "s1", NOON, "Ada likes tea."));
        ada.remember(said("e2", "s1", NOON, "Ada likes fog."));
        List<DerivationOutcome> outcomes = ada.consolidate();
        ada.forget(Selection.episode("e1"));

        String gist = operation(outcomes, "gist");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.operations().undo(gist))
                .withMessageContaining(gist);
        String facts = Objects.requireNonNull(outcomes.get(0).operation());
        assertThatIllegalArgumentException().isThrownBy(() -> ada.operations().undo(facts));
        assertThat(facts(ada)).containsExactly("Ada likes fog");
    }

    @Test
    void of_very_many_operations_the_last_thousand_can_be_undone() {
        Memory ada = ada();
        List<StateChange> old = IntStream.range(0, 1_200)
                .mapToObj(i -> new StateChange("operation/op_0" + (1_000 + i), 0, Blob.of("old")))
                .toList();
        contract.store().write(new WriteBatch(ada.scope(), "op_old", List.of(), List.of(), old, null));
        ada.remember(said("e1", "Ada likes tea."));

        String operation = operation(ada.consolidate(), "facts");

        assertThat(operations(ada))
                .hasSize(1_001)
                .doesNotContain("operation/op_01000")
                .contains("operation/op_01200");
        assertThatExceptionOfType(GoneException.class)
                .isThrownBy(() -> ada.operations().undo("op_01000"))
                .withMessageContaining("op_01000")
                .withMessageContaining("1000");
        ada.operations().undo(operation);
        assertThat(facts(ada)).isEmpty();
    }

    private List<String> operations(Memory memory) {
        return PagedReads.all(cursor -> contract.store().states(memory.scope(), "operation/", cursor, PagedReads.SIZE))
                .map(ScopeState::name)
                .toList();
    }

    @Test
    void it_is_refused_for_an_operation_of_another_scope() {
        Memory ada = ada();
        ada.remember(said("e1", "Ada likes tea."));
        String operation = operation(ada.consolidate(), "facts");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> contract.daybook().user("bob").operations().undo(operation));
        assertThatIllegalArgumentException().isThrownBy(() -> ada.operations().undo("op_unknown"));
        assertThatIllegalArgumentException().isThrownBy(() -> ada.operations().undo(operation.substring(0, 8)));
        ada.operations().undo(operation);
        assertThatIllegalArgumentException().isThrownBy(() -> ada.operations().undo(operation));
    }
}

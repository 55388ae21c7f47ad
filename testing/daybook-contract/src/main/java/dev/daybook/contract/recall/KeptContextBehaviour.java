package dev.daybook.contract.recall;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.Context;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Selection;
import dev.daybook.store.ScopeState;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A context that is kept is read again byte for byte, until something in it is forgotten. */
public abstract class KeptContextBehaviour {

    private static final ContextOptions KEPT = ContextOptions.defaults().keep(true);

    /** The number of contexts kept per scope. */
    private static final int MAX = 200;

    private final MemoryContract contract;

    protected KeptContextBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private static Context kept(Memory memory) {
        return memory.session("now").context("the canoe", KEPT);
    }

    private static String id(Context context) {
        return Objects.requireNonNull(context.id());
    }

    private Memory adaWithTea() {
        Memory ada = contract.ada();
        contract.daybook().space(Space.DEFAULT.id()).shared().blocks().remember("house", "Quiet, please.");
        ada.facts().remember(NewFact.of("Ada", "owns", "a canoe"));
        ada.remember(said("e1", "then", NOON, "The canoe leaks. \u00df \u2028 \ud83d\udef6"));
        ada.remember(said("e2", "other", NOON, "The canoe sank."));
        return ada;
    }

    private List<String> states() {
        Scope shared = contract.daybook().space(Space.DEFAULT.id()).shared().scope();
        return PagedReads.all(cursor -> contract.store().states(shared, "context/", cursor, PagedReads.SIZE))
                .map(ScopeState::name)
                .toList();
    }

    @Test
    void it_is_read_again_unchanged_after_later_writes() {
        Memory ada = adaWithTea();
        Context first = kept(ada);
        ada.remember(said("e3", "third", NOON, "The canoe was mended."));
        ada.blocks().remember("persona", "Calm.");

        assertThat(kept(ada).text()).isNotEqualTo(first.text());
        contract.closeDaybook();
        assertThat(contract.ada().operations().keptContext(id(first))).contains(first);
        assertThat(first.sections()).isNotEmpty();
    }

    @Test
    void without_being_asked_for_nothing_is_kept() {
        Memory ada = adaWithTea();

        assertThat(ada.session("now").context("the canoe").id()).isNull();

        assertThat(states()).isEmpty();
        assertThat(ada.operations().keptContext("ctx_nothing")).isEmpty();
    }

    @Test
    void other_users_cannot_read_it() {
        Context first = kept(adaWithTea());

        assertThat(contract.daybook().user("bob").operations().keptContext(id(first)))
                .isEmpty();
        assertThat(contract.daybook()
                        .space(Space.DEFAULT.id())
                        .shared()
                        .operations()
                        .keptContext(id(first)))
                .isEmpty();
        assertThat(contract.daybook()
                        .space(Space.DEFAULT.id())
                        .anonymous()
                        .operations()
                        .keptContext(id(first)))
                .isEmpty();
        assertThat(contract.daybook().space("other").user("ada").operations().keptContext(id(first)))
                .isEmpty();
    }

    @Test
    void it_is_erased_with_the_entries_it_shows_and_others_stay() {
        Memory ada = adaWithTea();
        Context canoe = kept(ada);
        Context blocks = ada.session("now").context(" ", KEPT);
        contract.daybook().user("bob").remember(said("e1", "then", NOON, "The canoe is new."));
        Context other = kept(contract.daybook().user("bob"));

        ada.forget(Selection.session("then"));

        assertThat(ada.operations().keptContext(id(canoe))).isEmpty();
        assertThat(ada.operations().keptContext(id(blocks))).contains(blocks);
        assertThat(contract.daybook().user("bob").operations().keptContext(id(other)))
                .contains(other);
        assertThat(states()).hasSize(2);
    }

    @Test
    void it_goes_with_a_shared_entry_that_it_shows() {
        Memory ada = adaWithTea();
        Context blocks = ada.session("now").context(" ", KEPT);
        Memory shared = contract.daybook().space(Space.DEFAULT.id()).shared();
        shared.remember(said("e9", "s", NOON, "Nothing of it."));

        shared.forget(Selection.episode("e9"));
        assertThat(ada.operations().keptContext(id(blocks))).contains(blocks);
        shared.forget(Selection.everything());

        assertThat(ada.operations().keptContext(id(blocks))).isEmpty();
    }

    @Test
    void all_of_a_scope_go_with_the_scope() {
        Memory ada = adaWithTea();
        kept(ada);
        ada.session("now").context(" ", KEPT);

        ada.forget(Selection.everything());

        assertThat(states()).isEmpty();
    }

    @Test
    void the_oldest_go_when_there_are_too_many_of_one_scope() {
        Memory ada = adaWithTea();
        Memory bob = contract.daybook().user("bob");
        Context ofBob = kept(bob);
        Context first = kept(ada);
        Context second = kept(ada);
        for (int i = 2; i < MAX; i++) {
            kept(ada);
        }
        assertThat(ada.operations().keptContext(id(first))).contains(first);

        Context last = kept(ada);

        assertThat(ada.operations().keptContext(id(first))).isEmpty();
        assertThat(ada.operations().keptContext(id(second))).contains(second);
        assertThat(ada.operations().keptContext(id(last))).contains(last);
        assertThat(bob.operations().keptContext(id(ofBob))).contains(ofBob);
        assertThat(states()).hasSize(MAX + 1);
    }
}

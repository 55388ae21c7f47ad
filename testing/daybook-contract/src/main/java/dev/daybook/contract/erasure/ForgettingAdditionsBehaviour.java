package dev.daybook.contract.erasure;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.Note;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Forgetting one of several additions of a note: the others become notes again. */
public abstract class ForgettingAdditionsBehaviour {

    private final MemoryContract contract;

    protected ForgettingAdditionsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    @BeforeEach
    void openWithoutModel() {
        contract.openedWith((DaybookBuilder parts) -> parts.noEmbedder().background(false));
    }

    private String add(String... texts) {
        String id =
                contract.ada().notes().remember(List.of(texts)).map(Receipt::id).orElseThrow();
        contract.ada().consolidate();
        return id;
    }

    private List<String> live() {
        return contract.ada().notes().latest(0, 100).stream().map(Note::text).toList();
    }

    private void forget(String addition) {
        contract.ada().forget(Selection.episode(addition));
        contract.ada().consolidate();
        assertThat(contract.ada().consolidate()).isEmpty();
    }

    @Test
    void a_text_is_a_note_again_and_those_that_stayed_are_there_once() {
        String first = add("Ada rides her red bike to work.");
        add("Ada rides her red bike to work!", "Ada drinks tea.");
        assertThat(live()).containsExactly("Ada drinks tea.", "Ada rides her red bike to work!");

        forget(first);

        assertThat(live()).containsExactly("Ada rides her red bike to work!", "Ada drinks tea.");
        assertThat(contract.ada().notes().list())
                .hasSize(2)
                .allSatisfy(note -> assertThat(note.supersedes()).isEmpty());
        assertThat(contract.ada().archive().exportAll().map(Entry::text))
                .noneMatch(text -> text.contains("Ada rides her red bike to work."));
        assertThat(contract.ada().notes().recall("red bike", 5))
                .extracting(Hit::text)
                .containsExactly("Ada rides her red bike to work!");
    }

    @Test
    void the_remaining_entries_of_a_chain_are_linked_again() {
        String first = add("Ada rides her red bike to work.");
        String second = add("Ada rides her red bike to work!");
        add("Ada rides her red bike to work?");
        assertThat(contract.ada().notes().list()).hasSize(3);

        forget(first);
        assertThat(live()).containsExactly("Ada rides her red bike to work?");
        assertThat(contract.ada().notes().list())
                .extracting(Note::text)
                .containsExactly("Ada rides her red bike to work!", "Ada rides her red bike to work?");

        forget(second);
        assertThat(live()).containsExactly("Ada rides her red bike to work?");
        assertThat(contract.ada().notes().list()).hasSize(1);
    }

    @Test
    void undoing_the_last_of_a_chain_restores_its_predecessor() {
        add("Ada rides her red bike to work.");
        String last = add("Ada rides her red bike to work!", "Ada drinks tea.");

        forget(last);

        assertThat(live()).containsExactly("Ada rides her red bike to work.");
        assertThat(contract.ada().notes().list()).hasSize(1);
    }

    @Test
    void an_entry_removed_on_purpose_does_not_come_back() {
        String first = add("Ada rides her red bike to work.");
        add("Ada rides her red bike to work!", "Ada drinks tea.");
        Note tea = contract.ada().notes().latest(0, 1).get(0);
        contract.ada().forget(Selection.entry(Kind.NOTE, tea.id()));
        assertThat(live()).containsExactly("Ada rides her red bike to work!");

        forget(first);

        assertThat(live()).isEmpty();
    }

    @Test
    void one_that_was_joined_with_a_note_taken_out_is_a_note_again() {
        add("Ada rides her red bike to work.");
        add("Ada rides her red bike to work!");
        Note first = contract.ada().notes().list().get(0);

        contract.ada().forget(Selection.entry(Kind.NOTE, first.id()));
        contract.ada().consolidate();

        assertThat(live()).containsExactly("Ada rides her red bike to work!");
        assertThat(contract.ada().notes().list()).hasSize(1);
    }

    @Test
    void nothing_is_left_of_an_addition_that_goes_before_it_is_made_again() {
        String first = add("Ada rides her red bike to work.");
        String second = add("Ada rides her red bike to work!");
        contract.ada().forget(Selection.episode(first));
        assertThat(live()).isEmpty();

        forget(second);

        assertThat(live()).isEmpty();
        assertThat(contract.store()
                        .states(contract.ada().scope(), "derive/notes/" + second, null, 9)
                        .items())
                .isEmpty();
    }

    @Test
    void a_fact_that_was_withdrawn_stays_so_when_the_one_that_ended_it_goes() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s1", NOON, "I live in Porto."));
        ada.remember(said("e2", "s1", NOON.plusHours(1), "I live in Faro."));
        ada.consolidate();
        assertThat(ada.facts().list(FactQuery.all())).hasSize(2);
        ada.remember(said("e1", "s1", NOON, "It rained all day."));
        ada.consolidate();
        assertThat(ada.facts().list(FactQuery.all())).hasSize(1);

        forget("e2");

        assertThat(ada.facts().list(FactQuery.all())).isEmpty();
    }
}

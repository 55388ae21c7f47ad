package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.Session;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The gist of a session: one, with the position up to which it reads. */
public abstract class SummariesBehaviour {

    private final MemoryContract contract;

    protected SummariesBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Session session(String id) {
        return contract.ada().session(id);
    }

    private List<Summary> summaries() {
        return contract.ada().archive().summaries();
    }

    /** Episodes 1 and 3 of s1, 2 of s2. */
    private void chats() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s1", NOON, "one"));
        ada.remember(said("e2", "s2", NOON.plusHours(2), "two"));
        ada.remember(said("e3", "s1", NOON.plusHours(1), "three"));
    }

    @Test
    void a_session_without_a_gist_is_pending_as_a_whole() {
        chats();

        assertThat(session("s1").summary()).isEmpty();
        assertThat(session("s1").pending()).isEqualTo(2);
        assertThat(session("unknown").pending()).isZero();
        assertThat(summaries()).isEmpty();
    }

    @Test
    void a_gist_lists_exactly_the_messages_it_covers() {
        chats();
        Summary gist = session("s1").rememberSummary("They counted.", 3);

        assertThat(session("s1").summary()).contains(gist);
        assertThat(gist.covers()).containsExactly(ref("e1"), ref("e3"));
        assertThat(gist.upTo()).isEqualTo(3);
        assertThat(gist.sourceCount()).isEqualTo(2);
        assertThat(gist.lastSourceAt()).isEqualTo(NOON.plusHours(1));
        assertThat(gist.tokens()).isPositive();
        assertThat(gist.method()).isEqualTo(SummaryMethod.GIVEN);
        assertThat(session("s1").pending()).isZero();
        assertThat(session("s2").pending()).isEqualTo(1);
    }

    private EntryRef ref(String id) {
        return new EntryRef(contract.ada().scope(), Kind.EPISODE, id);
    }

    @Test
    void a_gist_takes_the_place_of_the_one_before_which_stays_in_history() {
        chats();
        Summary first = session("s1").rememberSummary("They began.", 1);
        assertThat(session("s1").pending()).isEqualTo(1);
        Summary second = session("s1").rememberSummary("They counted.", 3);

        assertThat(summaries()).containsExactly(second);
        assertThat(session("s1").summaryHistory()).containsExactly(first, second);
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(second.position()).isEqualTo(first.position());
        assertThat(second.revision()).isGreaterThan(first.revision());
    }

    @Test
    void the_same_gist_again_makes_no_version() {
        chats();
        Summary first = session("s1").rememberSummary("They counted.", 3);

        assertThat(session("s1").rememberSummary("They counted.", 3)).isEqualTo(first);
        assertThat(session("s1").summaryHistory()).hasSize(1);
    }

    @Test
    void the_mark_must_be_there_and_does_not_move_back() {
        chats();
        Summary gist = session("s1").rememberSummary("They counted.", 3);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> session("s1").rememberSummary("other", 1))
                .withMessageContaining("upTo is 1")
                .withMessageContaining("up to 3 already");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> session("s1").rememberSummary("other", 999))
                .withMessageContaining("upTo is 999")
                .withMessageContaining("position 3");
        assertThatIllegalArgumentException().isThrownBy(() -> session("s2").rememberSummary("other", 3));
        assertThatIllegalArgumentException().isThrownBy(() -> session("s2").rememberSummary("other", -1));
        assertThatIllegalArgumentException().isThrownBy(() -> session("unknown").rememberSummary("other", 1));
        assertThat(summaries()).containsExactly(gist);
        assertThat(session("s1").summaryHistory()).hasSize(1);
    }

    @Test
    void gists_are_listed_by_their_latest_message() {
        chats();
        Summary second = session("s2").rememberSummary("two", 2);
        Summary first = session("s1").rememberSummary("one", 3);

        assertThat(summaries()).containsExactly(second, first);
    }

    @Test
    void making_a_gist_deletes_nothing_and_is_of_its_scope_alone() {
        chats();
        session("s1").rememberSummary("They counted.", 3);

        assertThat(contract.ada().session("s1").turns(10)).hasSize(2);
        for (Memory other : List.of(
                contract.daybook().user("bob"),
                contract.daybook().space(Space.DEFAULT.id()).shared())) {
            assertThat(other.session("s1").summary()).isEmpty();
            assertThat(other.archive().summaries()).isEmpty();
        }
    }

    @Test
    void gists_outlive_the_daybook() {
        chats();
        Summary gist = session("s1").rememberSummary("They counted.", 3);
        contract.openedWith(DaybookBuilder::noEmbedder);

        assertThat(summaries()).containsExactly(gist);
    }
}

package dev.daybook.contract.recall;

import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Space;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.testkit.HashEmbedder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A memory that was written with one embedder and is opened with another. Both have vectors of the same width. */
public abstract class ChangingEmbedderBehaviour {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int WIDTH = 8;
    private static final String LOGGER = "dev.daybook.internal.vectors";

    private final MemoryContract contract;
    private final WatchedEmbedder before = new WatchedEmbedder("before-", WIDTH);
    private final WatchedEmbedder after = new WatchedEmbedder("after-", WIDTH);

    protected ChangingEmbedderBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    @AfterEach
    void release() {
        after.release();
    }

    /** Ada's memory as the embedder of before leaves it: two episodes with vectors. */
    private List<Receipt> written() {
        Memory ada = contract.openedWith(before).user("ada");
        List<Receipt> receipts = ada.remember(List.of(said("e1", "heron"), said("e2", "kestrel")));
        receipts.forEach(receipt ->
                assertThat(ada.operations().await(receipt, SOON).vector()).isEqualTo(Progress.DONE));
        return receipts;
    }

    private Memory changed() {
        return contract.openedWith(parts -> parts.embedder(after).previousEmbedder(before))
                .user("ada");
    }

    /** Asks after each text that the other embedder is given, until a question no longer goes to the previous one. */
    private void awaitSwitch(Memory memory) {
        int asked = before.queries();
        memory.recall(by(By.MEANING, "round 0"));
        for (int round = 1; before.queries() > asked; round++) {
            after.awaitCall();
            asked = before.queries();
            memory.recall(by(By.MEANING, "round " + round));
        }
    }

    private static double best(Memory memory, String text) {
        return memory.recall(by(By.MEANING, text)).get(0).score();
    }

    @Test
    void a_scope_is_searched_with_the_previous_embedder_until_the_other_has_everything() {
        List<Receipt> receipts = written();
        after.held();
        Memory ada = changed();

        assertThat(ids(ada.recall(by(By.MEANING, "heron")))).startsWith("e1").hasSize(2);
        assertThat(best(ada, "heron")).isCloseTo(1, within(1e-6));
        assertThat(before.queries()).isOne();
        assertThat(after.queries()).isZero();

        after.release();
        receipts.forEach(receipt ->
                assertThat(ada.operations().await(receipt, SOON).vector()).isEqualTo(Progress.DONE));
        awaitSwitch(ada);
        int asked = before.queries();
        assertThat(best(ada, "heron")).isCloseTo(1, within(1e-6));
        assertThat(best(ada, "kestrel")).isCloseTo(1, within(1e-6));
        assertThat(before.queries()).isEqualTo(asked);
        assertThat(after.queries()).isPositive();
    }

    @Test
    void a_half_done_change_mixes_nothing() {
        Receipt heron = written().get(0);
        after.refusing("kestrel");
        Memory ada = changed();
        assertThat(ada.operations().await(heron, SOON).vector()).isEqualTo(Progress.DONE);
        Memory bob = contract.daybook().user("bob");
        assertThat(bob.operations().await(bob.remember(said("b", "x")), SOON).vector())
                .isEqualTo(Progress.DONE);

        // The heron has vectors of both, the kestrel only of the one before.
        assertThat(best(ada, "heron")).isCloseTo(1, within(1e-6));
        assertThat(best(ada, "kestrel")).isCloseTo(1, within(1e-6));
        assertThat(ada.recall(by(By.MEANING, "heron"))).hasSize(2);
        assertThat(after.queries()).isZero();
        assertThat(bob.recall("x")).hasSize(1);
        assertThat(after.queries()).as("each scope for itself").isOne();
    }

    @Test
    @Timeout(60)
    void a_text_that_cannot_be_embedded_anew_does_not_keep_the_scope_back_for_ever() {
        written();
        after.refusing("kestrel");
        Memory ada = changed();
        awaitSwitch(ada);

        assertThat(ids(ada.recall(by(By.MEANING, "heron")))).containsExactly("e1");
        assertThat(best(ada, "heron")).isCloseTo(1, within(1e-6));
    }

    @Test
    void the_change_outlives_the_daybook() {
        written();
        awaitSwitch(changed());
        int asked = before.queries();
        int embedded = after.documents();
        Memory ada = changed();

        assertThat(best(ada, "heron")).isCloseTo(1, within(1e-6));
        assertThat(before.queries()).isEqualTo(asked);
        assertThat(after.documents()).isEqualTo(embedded);
    }

    @Test
    void going_back_finds_the_vectors_that_were_left() {
        written();
        awaitSwitch(changed());
        int embedded = before.documents();
        Memory ada = contract.openedWith(before).user("ada");
        assertThat(ada.operations()
                        .await(ada.remember(said("e3", "wren")), SOON)
                        .vector())
                .isEqualTo(Progress.DONE);

        assertThat(best(ada, "heron")).isCloseTo(1, within(1e-6));
        assertThat(before.documents()).isEqualTo(embedded + 1);
    }

    @Test
    void without_the_previous_embedder_there_are_keyword_search_and_finished_vectors() {
        written();
        after.held();
        try (LogLines log = new LogLines(LOGGER)) {
            Memory ada = contract.openedWith(after).user("ada");
            assertThat(ada.recall(by(By.MEANING, "heron"))).isEmpty();
            assertThat(ids(ada.recall("heron"))).containsExactly("e1");

            assertThat(log.with("before-hash-embedder"))
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("previousEmbedder(");
        }
    }

    @Test
    void without_any_embedder_the_missing_one_is_named_once() {
        written();
        try (LogLines log = new LogLines(LOGGER)) {
            Memory ada = contract.openedWith(DaybookBuilder::noEmbedder).user("ada");
            ada.sessions();
            ada.recall(by(By.WORDS, "heron"));
            assertThat(log.with("before-hash-embedder")).as("nobody missed it").isEmpty();
            assertThat(ids(ada.recall("heron"))).containsExactly("e1");
            ada.recall("kestrel");

            assertThat(log.with("before-hash-embedder")).hasSize(1);
        }
    }

    @Test
    void a_finished_change_is_warned_of_no_more() {
        written();
        awaitSwitch(changed());
        try (LogLines log = new LogLines(LOGGER)) {
            contract.openedWith(after).user("ada").recall("heron");

            assertThat(log.with("vectors of the embedder")).isEmpty();
        }
    }

    @Test
    void a_supplied_vector_stays_one_of_the_embedder_it_was_supplied_under() {
        Memory first = contract.openedWith(before).user("ada");
        first.remember(said("mine", "one")
                .embedding(before.embedQueries(List.of("zeppelin")).get(0)));
        Receipt receipt = first.remember(said("other", "two"));
        assertThat(first.operations().await(receipt, SOON).vector()).isEqualTo(Progress.DONE);
        after.held();
        Memory ada = changed();
        assertThat(best(ada, "zeppelin")).isCloseTo(1, within(1e-6));
        after.release();
        awaitSwitch(ada);

        assertThat(ids(ada.recall(by(By.MEANING, "one").limit(1)))).containsExactly("mine");
        assertThat(best(ada, "one")).isCloseTo(1, within(1e-6));
        assertThat(best(ada, "zeppelin")).isLessThan(0.999);
    }

    @Test
    void the_shared_scope_answers_keyword_search_while_it_has_vectors_of_another_embedder() {
        Memory common = contract.openedWith(before).space(Space.DEFAULT.id()).shared();
        assertThat(common.operations()
                        .await(common.remember(said("s", "heron")), SOON)
                        .vector())
                .isEqualTo(Progress.DONE);
        after.refusing("heron");
        Memory ada = changed();
        assertThat(ada.operations()
                        .await(ada.remember(said("e1", "wren")), SOON)
                        .vector())
                .isEqualTo(Progress.DONE);
        Query both = Query.of("wren heron").shared(true);

        assertThat(ids(ada.recall(both))).containsExactlyInAnyOrder("e1", "s");
        assertThat(ids(ada.recall(both.by(By.MEANING)))).containsExactly("e1");
        assertThat(before.queries()).isZero();
        assertThat(ids(contract.daybook().user("new").recall(both.by(By.MEANING))))
                .as("nothing of one's own: the shared one leads")
                .containsExactly("s");
        assertThat(before.queries()).isOne();
    }

    @Test
    void a_previous_embedder_without_a_present_one_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        contract.openedWith(parts -> parts.noEmbedder().previousEmbedder(new HashEmbedder(WIDTH))))
                .withMessageContaining("previousEmbedder")
                .withMessageContaining("embedder(");
    }
}

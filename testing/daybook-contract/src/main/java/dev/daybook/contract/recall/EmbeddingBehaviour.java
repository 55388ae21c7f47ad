package dev.daybook.contract.recall;

import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.EmbedderException;
import dev.daybook.model.Episode;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Vectors are computed in the background after the write. */
public abstract class EmbeddingBehaviour {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final MemoryContract contract;
    private final WatchedEmbedder embedder = new WatchedEmbedder(8);

    protected EmbeddingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** A daybook waits for the batch in hand when it is closed. */
    @AfterEach
    void release() {
        embedder.release();
    }

    private Memory ada() {
        return contract.openedWith(embedder).user("ada");
    }

    private static List<NewEpisode> many(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> said("e" + i, "heron number " + i))
                .toList();
    }

    private static double bestByMeaning(Memory memory, String text) {
        return memory.recall(by(By.MEANING, text).limit(1)).get(0).score();
    }

    @Test
    void a_write_waits_for_no_vector() {
        embedder.held();
        Memory ada = ada();
        Receipt receipt = ada.remember(said("e1", "heron"));

        assertThat(receipt.words()).isEqualTo(Progress.DONE);
        assertThat(receipt.vector()).isEqualTo(Progress.PENDING);
        assertThat(ids(ada.recall(by(By.WORDS, "heron")))).containsExactly("e1");
        assertThat(ids(ada.recall("heron"))).containsExactly("e1");
        assertThat(ada.operations().await(receipt, Duration.ofMillis(1))).isEqualTo(receipt);
    }

    @Test
    void a_receipt_is_done_when_its_vector_is_there() {
        embedder.held();
        Memory ada = ada();
        Receipt receipt = ada.remember(said("e1", "heron"));
        embedder.release();
        Receipt awaited = ada.operations().await(receipt, SOON);

        assertThat(awaited)
                .isEqualTo(new Receipt(
                        "e1",
                        receipt.position(),
                        receipt.revision(),
                        receipt.durable(),
                        Progress.DONE,
                        Progress.DONE,
                        Progress.OFF));
        assertThat(bestByMeaning(ada, "heron")).isCloseTo(1, within(1e-6));
        assertThat(ada.find(Episode.class, "e1").orElseThrow().revision()).isEqualTo(receipt.revision());
    }

    @Test
    void without_an_embedder_there_is_nothing_to_wait_for() {
        Receipt receipt = contract.ada().remember(said("e1", "heron"));

        assertThat(receipt.vector()).isEqualTo(Progress.OFF);
        assertThat(contract.ada().operations().await(receipt, SOON)).isEqualTo(receipt);
    }

    @Test
    void every_episode_is_embedded_once_however_many_there_are() {
        Memory ada = ada();
        List<Receipt> receipts = ada.remember(many(150));
        Memory bob = contract.daybook().user("bob");
        Receipt other = bob.remember(said("e1", "kestrel"));

        assertThat(ada.operations().await(receipts.get(149), SOON).vector()).isEqualTo(Progress.DONE);
        assertThat(bob.operations().await(other, SOON).vector()).isEqualTo(Progress.DONE);
        assertThat(ada.recall(by(By.MEANING, "heron").limit(1_000))).hasSize(150);
        for (int i = 0; i < 150; i += 29) {
            assertThat(bestByMeaning(ada, "heron number " + i)).isCloseTo(1, within(1e-6));
        }
        assertThat(embedder.documents()).isEqualTo(151);
    }

    @Test
    void an_embedder_that_fails_is_asked_again_and_nothing_is_lost() {
        embedder.failing(2);
        Memory ada = ada();
        List<Receipt> receipts = ada.remember(many(3));

        for (Receipt receipt : receipts) {
            assertThat(ada.operations().await(receipt, SOON).vector()).isEqualTo(Progress.DONE);
        }
        assertThat(embedder.failuresLeft()).isZero();
        assertThat(ada.recall(by(By.MEANING, "heron"))).hasSize(3);
    }

    @Test
    void an_embedder_that_fails_at_a_question_leaves_the_words() {
        Memory ada = ada();
        List<Receipt> receipts = ada.remember(many(3));
        assertThat(ada.operations().await(receipts.get(2), SOON).vector()).isEqualTo(Progress.DONE);
        embedder.failingAtQuestions();

        assertThat(ids(ada.recall("heron number 2")).get(0)).isEqualTo("e2");
        assertThat(ada.session("now").context("heron number 2").text()).contains("heron number 2");
        assertThatThrownBy(() -> ada.recall(by(By.MEANING, "heron")))
                .isInstanceOf(EmbedderException.class)
                .hasMessageContaining("away");
    }

    @Test
    void the_embedding_backlog_is_done_after_the_next_opening() {
        contract.ada().remember(many(40));
        contract.daybook().user("bob").remember(said("b", "kestrel"));
        Memory ada = ada();
        Memory bob = contract.daybook().user("bob");

        assertThat(bob.operations()
                        .await(bob.remember(said("b", "kestrel")), SOON)
                        .vector())
                .isEqualTo(Progress.DONE);
        assertThat(bestByMeaning(bob, "kestrel")).isCloseTo(1, within(1e-6));
        assertThat(ada.operations()
                        .await(ada.remember(said("e39", "heron number 39")), SOON)
                        .vector())
                .isEqualTo(Progress.DONE);
        assertThat(ada.recall(by(By.MEANING, "heron").limit(100))).hasSize(40);
        int before = embedder.documents();
        Memory again = ada();
        assertThat(again.operations()
                        .await(again.remember(said("new", "one more")), SOON)
                        .vector())
                .isEqualTo(Progress.DONE);
        assertThat(embedder.documents()).isEqualTo(before + 1);
    }

    @Test
    void the_embedding_backlog_is_done_without_a_request() throws InterruptedException {
        contract.ada().remember(many(1));
        ada();
        embedder.awaitEntered();
    }

    @Test
    void a_vector_of_a_text_that_was_replaced_meanwhile_is_dropped() throws InterruptedException {
        embedder.held();
        Memory ada = ada();
        ada.remember(said("e1", "heron"));
        embedder.awaitEntered();
        Receipt replaced = ada.remember(said("e1", "kestrel"));
        embedder.release();
        ada.operations().await(replaced, SOON);

        assertThat(bestByMeaning(ada, "kestrel")).isCloseTo(1, within(1e-6));
        assertThat(bestByMeaning(ada, "heron")).isLessThan(0.999);
    }

    @Test
    void a_late_vector_of_a_forgotten_entry_brings_nothing_back() throws InterruptedException {
        embedder.held();
        Memory ada = ada();
        Memory bob = contract.daybook().user("bob");
        ada.remember(said("e1", "heron"));
        embedder.awaitEntered();
        ada.forget(Selection.everything());
        Receipt behind = bob.remember(said("b", "kestrel"));
        embedder.release();
        // One thread embeds: when Bob's vector is there, Ada's batch has long been dealt with.
        assertThat(bob.operations().await(behind, SOON).vector()).isEqualTo(Progress.DONE);

        assertThat(ada.recall(by(By.MEANING, "heron"))).isEmpty();
        assertThat(ada.archive().exportAll()).isEmpty();
        assertThat(contract.daybook().space("default").scopes()).containsExactly(bob.scope());
    }

    @Test
    void a_long_memory_that_was_forgotten_is_not_listed_again() {
        Memory ada = ada();
        List<NewEpisode> episodes = many(1_100);
        // In two batches, as a server takes 1,000 episodes at a time.
        ada.remember(episodes.subList(0, 600));
        List<Receipt> receipts = ada.remember(episodes.subList(600, 1_100));
        assertThat(ada.operations().await(receipts.get(499), SOON).vector()).isEqualTo(Progress.DONE);
        ada.forget(Selection.everything());
        ada.remember(List.of());
        Memory bob = contract.daybook().user("bob");
        assertThat(bob.operations()
                        .await(bob.remember(said("b", "kestrel")), SOON)
                        .vector())
                .isEqualTo(Progress.DONE);

        assertThat(contract.daybook().space("default").scopes()).containsExactly(bob.scope());
    }
}

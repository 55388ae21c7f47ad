package dev.daybook.contract.recall;

import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.DaybookException;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Space;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.spi.Embedder;
import dev.daybook.testkit.HashEmbedder;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failed embeddings: a text that cannot be embedded blocks no other, and no text is embedded needlessly. */
public abstract class FailedEmbeddingsBehaviour {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration NOW = Duration.ofMillis(1);
    private static final String BAD = "unreadable";

    private final MemoryContract contract;
    private final WatchedEmbedder embedder = new WatchedEmbedder(8);

    protected FailedEmbeddingsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    @AfterEach
    void release() {
        embedder.release();
    }

    private Memory ada() {
        return contract.openedWith(embedder).user("ada");
    }

    private static List<NewEpisode> oneBadAmong(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> said("e" + i, i == 1 ? BAD : "heron number " + i))
                .toList();
    }

    @Test
    void one_text_that_fails_takes_no_other_with_it() {
        embedder.refusing(BAD);
        Memory ada = ada();
        List<Receipt> receipts = ada.remember(oneBadAmong(40));
        Memory bob = contract.daybook().user("bob");
        Receipt other = bob.remember(said("b", "kestrel"));

        assertThat(bob.operations().await(other, SOON).vector()).isEqualTo(Progress.DONE);
        for (int i = 0; i < 40; i++) {
            Receipt receipt = receipts.get(i);
            assertThat(ada.operations().await(receipt, i == 1 ? NOW : SOON).vector())
                    .as(receipt.id())
                    .isEqualTo(i == 1 ? Progress.PENDING : Progress.DONE);
        }
        assertThat(ada.operations().await(receipts.get(1), NOW).vector()).isEqualTo(Progress.PENDING);
        assertThat(ids(ada.recall(by(By.MEANING, "heron").limit(100))))
                .hasSize(39)
                .doesNotContain("e1");
        assertThat(ids(ada.recall(BAD)).get(0)).isEqualTo("e1");
    }

    @Test
    void failed_embeddings_are_done_when_the_embedder_accepts_them() {
        embedder.refusing(BAD);
        Memory ada = ada();
        List<Receipt> receipts = ada.remember(oneBadAmong(3));
        assertThat(ada.operations().await(receipts.get(2), SOON).vector()).isEqualTo(Progress.DONE);
        embedder.refusing("");

        assertThat(ada.operations().await(receipts.get(1), SOON).vector()).isEqualTo(Progress.DONE);
        assertThat(ada.recall(by(By.MEANING, BAD)).get(0).score()).isCloseTo(1, within(1e-6));
    }

    @Test
    void failed_embeddings_are_retried_after_the_next_opening() {
        embedder.refusing(BAD);
        Memory before = ada();
        List<Receipt> receipts = before.remember(oneBadAmong(40));
        assertThat(before.operations().await(receipts.get(39), SOON).vector()).isEqualTo(Progress.DONE);
        embedder.refusing("");
        int embedded = embedder.documents();
        Memory ada = ada();

        assertThat(ada.operations().await(receipts.get(1), SOON).vector()).isEqualTo(Progress.DONE);
        assertThat(ada.recall(by(By.MEANING, "heron").limit(100))).hasSize(40);
        assertThat(embedder.documents()).isEqualTo(embedded + 1);
    }

    @Test
    void a_new_version_of_a_failed_embedding_is_embedded_at_once() {
        embedder.refusing(BAD);
        Memory ada = ada();
        List<Receipt> receipts = ada.remember(oneBadAmong(3));
        assertThat(ada.operations().await(receipts.get(2), SOON).vector()).isEqualTo(Progress.DONE);
        Receipt replaced = ada.remember(said("e1", "legible"));

        assertThat(ada.operations().await(replaced, SOON).vector()).isEqualTo(Progress.DONE);
        assertThat(ada.recall(by(By.MEANING, "legible")).get(0).score()).isCloseTo(1, within(1e-6));
    }

    @Test
    void the_log_says_once_that_a_text_was_set_aside_and_not_which() {
        embedder.refusing(BAD);
        try (LogLines log = new LogLines("dev.daybook.internal.vectors")) {
            Memory ada = ada();
            Receipt first = ada.remember(said("e1", BAD));
            Receipt second = ada.remember(said("e2", "heron"));
            assertThat(ada.operations().await(second, SOON).vector()).isEqualTo(Progress.DONE);
            // The second is read again beside the first, which is tried for the second time a second later.
            assertThat(ada.operations().await(first, Duration.ofMillis(1_500)).vector())
                    .isEqualTo(Progress.PENDING);

            assertThat(log.with("cannot be embedded")).hasSize(1);
            assertThat(log.with(BAD)).isEmpty();
        }
    }

    @Test
    void a_text_that_the_embedder_refuses_is_off_and_no_caller_waits_for_it() {
        HashEmbedder hashes = new HashEmbedder(8);
        Memory ada = contract.openedWith(Embedder.of("strict", 8, texts -> {
                    if (texts.stream().anyMatch(text -> text.contains(BAD))) {
                        throw new IllegalArgumentException("too odd");
                    }
                    return hashes.embedDocuments(texts);
                }))
                .user("ada");
        Receipt refused = ada.remember(said("e1", BAD));
        Receipt other = ada.remember(said("e2", "heron"));

        // A wait for the next try would take the whole day.
        assertThat(ada.operations().await(refused, Duration.ofDays(1)).vector()).isEqualTo(Progress.OFF);
        assertThat(ada.operations().await(other, SOON).vector()).isEqualTo(Progress.DONE);
        assertThat(ids(ada.recall(BAD)).get(0)).isEqualTo("e1");
        assertThat(ada.operations()
                        .await(ada.remember(said("e1", "legible now")), SOON)
                        .vector())
                .isEqualTo(Progress.DONE);
    }

    @Test
    void a_recall_goes_on_with_keywords_while_the_embedder_hangs_and_asks_it_once() {
        Memory ada = contract.openedWith(parts -> parts.embedder(embedder).questionTimeout(Duration.ofMillis(50)))
                .user("ada");
        List<Receipt> receipts = ada.remember(List.of(said("e1", "a heron"), said("e2", "a kestrel")));
        receipts.forEach(receipt -> ada.operations().await(receipt, SOON));
        embedder.hangingAtQuestions();

        for (int i = 0; i < 10; i++) {
            Hit best = ada.recall("heron " + i).get(0);
            assertThat(best.id()).isEqualTo("e1");
            assertThat(best.why()).anyMatch(reason -> reason.signal().equals("embedder"));
        }
        assertThatExceptionOfType(DaybookException.class)
                .isThrownBy(() -> ada.recall(by(By.MEANING, "a bird")))
                .withMessageContaining("did not answer a question")
                .matches(DaybookException::retryable);
        assertThat(ada.session("s").context("heron").text()).contains("heron");
        assertThat(embedder.asked()).isEqualTo(1);
    }

    @Test
    void hits_of_an_embedder_that_answers_name_no_failure() {
        Memory ada = ada();
        ada.operations().await(ada.remember(said("e1", "a heron")), SOON);

        assertThat(ada.recall("heron").get(0).why())
                .noneMatch(reason -> reason.signal().equals("embedder"));
    }

    @Test
    void while_the_embedder_is_away_nothing_is_set_aside() {
        embedder.away(true);
        try (LogLines log = new LogLines("dev.daybook.internal.vectors")) {
            Memory ada = ada();
            List<Receipt> receipts = ada.remember(oneBadAmong(3));
            assertThat(ada.operations()
                            .await(receipts.get(0), Duration.ofMillis(200))
                            .vector())
                    .isEqualTo(Progress.PENDING);
            embedder.away(false);

            for (Receipt receipt : receipts) {
                assertThat(ada.operations().await(receipt, SOON).vector()).isEqualTo(Progress.DONE);
            }
            assertThat(log.with("cannot be embedded")).isEmpty();
            // The cause of a failure on our own probe text is logged; a cause for a user's text may quote it.
            assertThat(log.with("does not work: java.lang.IllegalStateException: the model is away"))
                    .hasSize(1);
        }
    }

    @Test
    void closing_waits_for_the_current_long_text_only_and_keeps_finished_vectors() throws InterruptedException {
        embedder.held();
        Memory ada = ada();
        List<Receipt> receipts = ada.remember(IntStream.range(0, 20)
                .mapToObj(i -> said("e" + i, i + " heron".repeat(2_000)))
                .toList());
        embedder.awaitEntered();
        Thread closing = new Thread(contract::closeDaybook);
        closing.start();
        // Waiting callers are told when it closes.
        assertThat(ada.operations().await(receipts.get(19), SOON).vector()).isEqualTo(Progress.PENDING);
        embedder.release();
        closing.join();

        assertThat(embedder.documents()).isOne();
        Memory again = ada();
        assertThat(again.operations().await(receipts.get(19), SOON).vector()).isEqualTo(Progress.DONE);
        assertThat(embedder.documents()).isEqualTo(20);
    }

    @Test
    void a_question_to_a_scope_without_entries_is_not_embedded() {
        Memory ada = ada();

        assertThat(ada.recall("heron")).isEmpty();
        assertThat(ada.recall(by(By.MEANING, "heron"))).isEmpty();
        assertThat(embedder.queries()).isZero();
    }

    @Test
    @Timeout(30)
    void a_question_to_a_scope_without_vectors_is_not_embedded() {
        embedder.refusing(BAD);
        try (LogLines log = new LogLines("dev.daybook.internal.vectors")) {
            Memory ada = ada();
            ada.remember(said("e1", BAD));
            while (log.with("cannot be embedded").isEmpty()) {
                Thread.onSpinWait();
            }

            assertThat(ids(ada.recall(BAD))).containsExactly("e1");
            assertThat(ada.recall(by(By.MEANING, BAD))).isEmpty();
            assertThat(embedder.queries()).isZero();
            assertThat(ada.operations()
                            .await(ada.remember(said("e2", "kestrel")), SOON)
                            .vector())
                    .isEqualTo(Progress.DONE);
            assertThat(ids(ada.recall(by(By.MEANING, "kestrel")))).containsExactly("e2");
            assertThat(embedder.queries()).isOne();
        }
    }

    @Test
    void a_query_of_the_shared_scope_is_embedded_although_the_own_scope_is_empty() {
        Memory ada = ada();
        Memory shared = contract.daybook().space(Space.DEFAULT.id()).shared();
        shared.operations().await(shared.remember(said("s", "kestrel")), SOON);

        assertThat(ids(ada.recall(Query.of("kestrel").by(By.MEANING).shared(true))))
                .containsExactly("s");
        assertThat(ada.recall(by(By.MEANING, "kestrel"))).isEmpty();
        assertThat(embedder.queries()).isOne();
    }
}

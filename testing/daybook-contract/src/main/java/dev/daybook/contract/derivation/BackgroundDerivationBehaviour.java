package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.facts;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.outcome.Event;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.query.DerivationStart;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.spi.LanguageModel;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Background derivation: no writer has to wait for it, and none of its work is lost. */
public abstract class BackgroundDerivationBehaviour {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final MemoryContract contract;
    private final ReadingModel model = new ReadingModel();
    private final BlockingQueue<DerivationOutcome> outcomes = new LinkedBlockingQueue<>();

    protected BackgroundDerivationBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Memory ada(LanguageModel model, Duration retryAfter, Duration timeout) {
        return contract.openedWith(parts -> parts.noEmbedder()
                        .languageModel(model)
                        .retryAfter(retryAfter)
                        .extraction(ExtractionOptions.DEFAULTS.idle(Duration.ZERO))
                        .modelTimeout(timeout)
                        .listener(event -> {
                            if (event instanceof Event.Derived derived) {
                                outcomes.add(derived.outcome());
                            }
                        }))
                .user("ada");
    }

    private Memory ada() {
        return ada(model, Duration.ZERO, LONG);
    }

    /** The first outcome from now on that is such. */
    private DerivationOutcome next(Predicate<DerivationOutcome> such) throws InterruptedException {
        for (DerivationOutcome outcome = outcomes.poll(LONG.toSeconds(), TimeUnit.SECONDS);
                outcome != null;
                outcome = outcomes.poll(LONG.toSeconds(), TimeUnit.SECONDS)) {
            if (such.test(outcome)) {
                return outcome;
            }
        }
        throw new AssertionError("there was no such outcome within " + LONG);
    }

    private static Predicate<DerivationOutcome> is(String derivation, Result result) {
        return outcome -> outcome.derivation().equals(derivation) && outcome.result() == result;
    }

    /** Comes when the model is asked, and holds it until it is let go. */
    private static final class Gate {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch open = new CountDownLatch(1);

        void hold() {
            asked.countDown();
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void a_write_does_not_wait_for_the_model_and_can_be_waited_for() {
        Gate gate = new Gate();
        model.before(request -> gate.hold());
        Memory ada = ada();

        Receipt receipt = ada.remember(said("e1", "Ada likes tea."));

        assertThat(receipt.derived()).isEqualTo(Progress.PENDING);
        assertThat(ada.operations().await(receipt, Duration.ofMillis(1)).derived())
                .isEqualTo(Progress.PENDING);
        assertThat(facts(ada)).isEmpty();
        gate.open.countDown();
        assertThat(ada.operations().await(receipt, LONG).derived()).isEqualTo(Progress.DONE);
        assertThat(facts(ada)).containsExactly("Ada likes tea");
        Receipt second = ada.remember(said("e2", "Ada likes rain."));
        assertThat(ada.operations()
                        .await(second, ChronoUnit.FOREVER.getDuration())
                        .derived())
                .isEqualTo(Progress.DONE);
    }

    @Test
    void without_a_model_or_when_it_is_off_nothing_is_pending() {
        assertThat(contract.ada().remember(said("e1", "I live in Porto.")).derived())
                .isEqualTo(Progress.OFF);
        Memory ada = contract.openedWith(
                        parts -> parts.noEmbedder().languageModel(model).background(false))
                .user("ada");
        assertThat(ada.remember(said("e2", "Ada likes tea.")).derived()).isEqualTo(Progress.OFF);
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void each_outcome_is_reported() throws InterruptedException {
        model.failing(Trouble.FAILED, request -> request.user().contains("fog"));
        Memory ada = ada(model, Duration.ofHours(1), LONG);
        ada.remember(said("e1", "Ada likes tea."));

        DerivationOutcome done = next(is("facts", Result.DONE));
        assertThat(done.scope()).isEqualTo(ada.scope());
        assertThat(done.operation()).isNotNull();
        assertThat(done.detail()).doesNotContain("tea");
        ada.remember(said("e2", "Ada likes fog."));
        assertThat(next(is("facts", Result.FALLBACK)).detail())
                .contains("FAILED")
                .doesNotContain("fog");
    }

    @Test
    void a_gist_is_made_when_it_is_worth_while() throws InterruptedException {
        Memory ada = ada();
        List<Receipt> receipts = ada.remember(IntStream.range(0, 19)
                .mapToObj(i -> said("e" + i, "s1", NOON, "Word" + i + " was said."))
                .toList());
        ada.operations().await(receipts.get(18), LONG);
        assertThat(ada.archive().summaries()).isEmpty();

        ada.operations().await(ada.remember(said("e19", "s1", NOON, "Fog came up.")), LONG);

        assertThat(ada.session("s1").summary().orElseThrow().covers()).hasSize(20);
        assertThat(next(is("gist", Result.DONE)).subject()).isEqualTo("s1");
    }

    @Test
    void failed_work_is_retried_automatically() throws InterruptedException {
        model.failing(Trouble.FAILED, request -> true);
        Memory ada = ada();
        ada.remember(said("e1", "Ada likes tea."));
        next(is("facts", Result.FALLBACK));
        assertThat(facts(ada)).isEmpty();

        model.mend();
        next(is("facts", Result.DONE));

        assertThat(facts(ada)).containsExactly("Ada likes tea");
    }

    @Test
    void failed_work_waits_for_its_retry_time() {
        model.failing(Trouble.FAILED, request -> request.user().contains("tea"));
        Memory ada = ada(model, Duration.ofMinutes(1), LONG);
        ada.operations().await(ada.remember(said("e1", "Ada likes tea.")), LONG);
        contract.clock().advance(Duration.ofSeconds(59));
        ada.operations().await(ada.remember(said("e2", "Ada likes fog.")), LONG);
        assertThat(model.factRequests()).isEqualTo(2);

        contract.clock().advance(Duration.ofSeconds(1));
        ada.operations().await(ada.remember(said("e3", "Ada likes rain.")), LONG);
        assertThat(model.factRequests())
                .as("the second try, and the third episode")
                .isEqualTo(4);

        contract.clock().advance(Duration.ofSeconds(119));
        ada.operations().await(ada.remember(said("e4", "Ada likes snow.")), LONG);
        assertThat(model.factRequests())
                .as("twice as long after the second failure")
                .isEqualTo(5);
        model.mend();
        ada.consolidate();
        assertThat(facts(ada)).as("who asks does not wait").hasSize(4);
    }

    @Test
    void closing_does_not_wait_for_a_model_and_interrupted_work_is_done_after_opening() throws InterruptedException {
        Gate gate = new Gate();
        model.before(request -> gate.hold());
        Memory ada = ada();
        ada.remember(said("e1", "s1", NOON, "Ada likes tea."));
        assertThat(gate.asked.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();

        contract.closeDaybook();
        assertThat(contract.store().states(ada.scope(), "derive/", null, 9).items())
                .as("nothing was written for it")
                .isEmpty();
        model.before(request -> {});
        Memory reopened = ada();
        next(is("facts", Result.DONE));

        assertThat(facts(reopened)).containsExactly("Ada likes tea");
        assertThat(reopened.consolidate())
                .noneMatch(outcome -> outcome.derivation().equals("facts"));
    }

    @Test
    void a_model_that_hangs_is_given_up() throws InterruptedException {
        Gate gate = new Gate();
        model.before(request -> gate.hold());
        Memory ada = ada(model, Duration.ZERO, Duration.ofMillis(50));
        ada.remember(said("e1", "Ada likes tea. I live in Porto."));

        assertThat(next(is("facts", Result.FALLBACK)).detail()).contains("within");
        assertThat(facts(ada)).containsExactly("user lives_in Porto");
        model.before(request -> {});
        next(is("facts", Result.DONE));
        assertThat(facts(ada)).containsExactly("Ada likes tea");
    }

    @Test
    void entries_written_without_a_model_are_derived_from_when_there_is_one() throws InterruptedException {
        contract.ada().remember(said("e1", "Ada likes tea."));
        contract.daybook().space("other").anonymous().remember(said("e1", "Bob likes fog."));

        Memory ada = ada();
        next(is("facts", Result.DONE));
        next(is("facts", Result.DONE));

        assertThat(facts(ada)).containsExactly("Ada likes tea");
        assertThat(facts(contract.daybook().space("other").anonymous())).containsExactly("Bob likes fog");
    }

    @Test
    void from_now_on_a_history_is_derived_without_the_model() {
        contract.ada().remember(said("e1", "I live in Lisbon."));
        List<String> asked = new CopyOnWriteArrayList<>();
        model.before(request -> asked.add(request.user()));

        Daybook opened = contract.openedWith(
                parts -> parts.noEmbedder().languageModel(model).deriveFrom(DerivationStart.NOW));
        Memory ada = opened.user("ada");
        // Its turn on the one thread comes after the history.
        Memory bob = opened.user("bob");
        bob.operations().await(bob.remember(said("e1", "Hello.")), LONG);
        assertThat(facts(ada)).containsExactly("user lives_in Lisbon");
        assertThat(asked).noneMatch(prompt -> prompt.contains("Lisbon"));
        asked.clear();

        Receipt later = ada.remember(said("e2", "Ada likes tea."));
        assertThat(ada.operations().await(later, LONG).derived()).isEqualTo(Progress.DONE);
        assertThat(facts(ada)).contains("Ada likes tea");
        assertThat(asked).isNotEmpty();
    }
}

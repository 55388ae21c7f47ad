package dev.daybook.contract;

import static dev.daybook.contract.ProcessPair.ADA;
import static dev.daybook.contract.ProcessPair.SHARED;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.contract.derivation.ReadingModel;
import dev.daybook.error.StoreException;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Fact;
import dev.daybook.model.Space;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.testkit.FixedClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two processes that derive in one store: one of them at a time pays for the model calls of a scope. */
class SharedDerivationsTest {

    private static final String LEASE = "lease/";
    private static final long TOKENS = 60;

    private final ReadingModel model = new ReadingModel();
    private final AtomicInteger calls = new AtomicInteger();

    /** Runs in the next call of the model. */
    private final AtomicReference<Runnable> inCall = new AtomicReference<>(() -> {});

    private final ProcessPair processes = new ProcessPair(parts -> derivingBy(parts, false));
    private final InMemoryStore store = processes.store;
    private final FixedClock clock = processes.clock;
    private final ProcessStore firstStore = processes.firstStore;
    private final ProcessStore secondStore = processes.secondStore;
    private final Daybook first = processes.first;
    private final Daybook second = processes.second;

    private final class PricedModel implements LanguageModel {

        @Override
        public String name() {
            return "priced";
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            calls.incrementAndGet();
            inCall.getAndSet(() -> {}).run();
            return new ModelAnswer(model.answer(request).text(), TOKENS, true);
        }
    }

    private DaybookBuilder derivingBy(DaybookBuilder parts, boolean background) {
        return parts.languageModel(new PricedModel())
                .grounding(GroundingPolicy.off())
                .extraction(ExtractionOptions.DEFAULTS.idle(Duration.ZERO))
                .background(background)
                .retryAfter(Duration.ZERO);
    }

    @AfterEach
    void close() {
        processes.close();
    }

    private Memory ada(Daybook daybook) {
        return daybook.user("ada");
    }

    private List<String> objects() {
        return ada(second).facts().list(FactQuery.all()).stream()
                .map(Fact::object)
                .sorted()
                .toList();
    }

    @Test
    void both_together_ask_for_each_source_once() {
        ada(first).remember(said("e1", "Ada likes tea."));
        ada(first).remember(said("e2", "Ada likes rain."));
        CountDownLatch secondWaits = new CountDownLatch(1);
        secondStore
                .before("states " + ADA.code() + " " + LEASE, () -> {})
                .before("states " + ADA.code() + " " + LEASE, secondWaits::countDown);
        AtomicReference<CompletableFuture<List<DerivationOutcome>>> other = new AtomicReference<>();
        inCall.set(() -> {
            other.set(CompletableFuture.supplyAsync(() -> ada(second).consolidate()));
            await(secondWaits);
        });

        assertThat(ada(first).consolidate()).hasSize(1);

        assertThat(other.get().join()).isEmpty();
        assertThat(calls).hasValue(1);
        assertThat(objects()).containsExactly("rain", "tea");
        assertThat(store.states(ADA, LEASE, null, 10).items()).isEmpty();
    }

    @Test
    void the_background_of_a_process_comes_back_when_another_holds_the_lease() {
        ada(first).remember(said("e1", "Ada likes tea."));
        AtomicReference<Receipt> receipt = new AtomicReference<>();
        CountDownLatch isRefused = new CountDownLatch(1);
        ProcessStore thirdStore = new ProcessStore(store);
        AtomicReference<Daybook> third = new AtomicReference<>();
        inCall.set(() -> {
            thirdStore
                    .before("states " + ADA.code() + " " + LEASE, () -> {})
                    .before("states " + ADA.code() + " " + LEASE, isRefused::countDown);
            third.set(derivingBy(Daybook.builder(thirdStore).clock(clock).noEmbedder(), true)
                    .open());
            receipt.set(ada(third.get()).remember(said("e2", "Ada likes rain.")));
            await(isRefused);
        });

        ada(first).consolidate();

        Receipt done = ada(third.get()).operations().await(receipt.get(), Duration.ofMinutes(5));
        assertThat(done.derived()).isEqualTo(Receipt.Progress.DONE);
        assertThat(calls).hasValue(2);
        assertThat(objects()).containsExactly("rain", "tea");
        third.get().close();
    }

    @Test
    void of_two_that_find_no_lease_one_takes_it() {
        ada(first).remember(said("e1", "Ada likes tea."));
        CountDownLatch isCalled = new CountDownLatch(1);
        CountDownLatch firstWaits = new CountDownLatch(1);
        AtomicReference<CompletableFuture<List<DerivationOutcome>>> other = new AtomicReference<>();
        inCall.set(() -> {
            isCalled.countDown();
            await(firstWaits);
        });
        firstStore
                .before("write " + ADA.code(), () -> {
                    other.set(CompletableFuture.supplyAsync(() -> ada(second).consolidate()));
                    await(isCalled);
                })
                .before("states " + ADA.code() + " " + LEASE, firstWaits::countDown);

        List<DerivationOutcome> outcomes = ada(first).consolidate();
        firstWaits.countDown();

        assertThat(other.get().join()).hasSize(1);
        assertThat(outcomes).isEmpty();
        assertThat(calls).hasValue(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void after_a_crash_the_lease_is_taken_over_at_its_expiry_and_the_work_is_applied_once() {
        ada(first).remember(said("e1", "Ada likes tea."));
        inCall.set(firstStore::die);
        assertThatThrownBy(() -> ada(first).consolidate()).isInstanceOf(StoreException.class);
        assertThat(store.states(ADA, LEASE, null, 10).items()).hasSize(1);
        secondStore
                .before("states " + ADA.code() + " " + LEASE, () -> clock.advance(Duration.ofSeconds(39)))
                .before("states " + ADA.code() + " " + LEASE, () -> clock.advance(Duration.ofSeconds(2)));

        assertThat(ada(second).consolidate()).hasSize(1);

        assertThat(objects()).containsExactly("tea");
        assertThat(calls).hasValue(2);
        assertThat(store.states(ADA, LEASE, null, 10).items()).isEmpty();
    }

    @Test
    void a_holder_that_was_slower_than_its_lease_applies_nothing() {
        ada(first).remember(said("e1", "Ada likes tea."));
        inCall.set(() -> {
            clock.advance(Duration.ofSeconds(41));
            assertThat(ada(second).consolidate())
                    .extracting(DerivationOutcome::result)
                    .containsExactly(DerivationOutcome.Result.DONE);
        });

        assertThat(ada(first).consolidate())
                .extracting(DerivationOutcome::result)
                .containsExactly(DerivationOutcome.Result.DROPPED);

        assertThat(objects()).containsExactly("tea");
        assertThat(store.states(ADA, LEASE, null, 10).items()).isEmpty();
    }

    @Test
    void a_lease_does_not_bring_a_forgotten_scope_back() {
        ada(first).remember(said("e1", "Ada likes tea."));
        firstStore.before("write " + ADA.code(), () -> ada(second).forget(Selection.everything()));
        assertThat(ada(first).consolidate()).isEmpty();
        assertThat(store.scopes(null, 10).items()).doesNotContain(ADA);

        ada(first).remember(said("e2", "Ada likes rain."));
        inCall.set(() -> ada(second).forget(Selection.everything()));
        assertThat(ada(first).consolidate())
                .extracting(DerivationOutcome::result)
                .containsExactly(DerivationOutcome.Result.DROPPED);

        assertThat(second.space("default").scopes()).doesNotContain(ADA);
        assertThat(store.states(ADA, "", null, 10).items()).isEmpty();
    }

    @Test
    void tokens_that_both_spend_at_once_are_added() {
        processes.begin();
        ada(first).remember(said("e1", "Ada likes tea."));
        second.user("bob").remember(said("e2", "Bob likes rain."));
        firstStore.before("write " + SHARED.code(), () -> second.user("bob").consolidate());

        ada(first).consolidate();

        assertThat(calls).hasValue(2);
        assertThat(first.space("default").usage().tokensToday()).isEqualTo(2 * TOKENS);
    }

    @Test
    void tokens_that_the_other_spends_during_a_forget_of_the_shared_scope_are_counted() {
        first.space(Space.DEFAULT.id()).shared().remember(said("e1", "The weir is closed."));
        second.user("bob").remember(said("e2", "Bob likes rain."));
        firstStore.before("erase " + SHARED.code(), () -> second.user("bob").consolidate());

        first.space(Space.DEFAULT.id()).shared().forget(Selection.everything());

        assertThat(calls).hasValue(1);
        assertThat(first.space("default").usage().tokensToday()).isEqualTo(TOKENS);
    }
}

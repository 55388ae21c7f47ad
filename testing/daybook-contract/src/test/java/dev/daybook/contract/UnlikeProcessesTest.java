package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.contract.derivation.ReadingModel;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Fact;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.testkit.FixedClock;
import dev.daybook.testkit.HashEmbedder;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes with one store that differ in what they should have in common: the clock, or the embedder. */
class UnlikeProcessesTest {

    private static final String LEASE_READ = "states " + new Scope.User(Space.DEFAULT, "ada").code() + " lease/";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final InMemoryStore store = new InMemoryStore();
    private final FixedClock clock = FixedClock.at(NOON);
    private final ReadingModel model = new ReadingModel();
    private final AtomicInteger calls = new AtomicInteger();

    /** Runs in the next call of the model. */
    private final AtomicReference<Runnable> inCall = new AtomicReference<>(() -> {});

    private final ProcessStore secondStore = new ProcessStore(store);

    @AfterEach
    void close() {
        assertThat(secondStore.isWaiting()).as("a planned call has not come").isFalse();
        store.close();
    }

    private final class CountedModel implements LanguageModel {

        @Override
        public String name() {
            return "counted";
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            calls.incrementAndGet();
            inCall.getAndSet(() -> {}).run();
            return model.answer(request);
        }
    }

    private Daybook deriving(ProcessStore handle, Clock own) {
        return Daybook.builder(handle)
                .clock(own)
                .noEmbedder()
                .languageModel(new CountedModel())
                .grounding(GroundingPolicy.off())
                .background(false)
                .retryAfter(Duration.ZERO)
                .open();
    }

    private static Memory ada(Daybook daybook) {
        return daybook.user("ada");
    }

    private static List<String> objects(Daybook daybook) {
        return ada(daybook).facts().list(FactQuery.all()).stream()
                .map(Fact::object)
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {-9, 9})
    void clocks_that_differ_by_less_than_ten_seconds_derive_once(int seconds) {
        try (Daybook first = deriving(new ProcessStore(store), clock);
                Daybook second = deriving(secondStore, Clock.offset(clock, Duration.ofSeconds(seconds)))) {
            ada(first).remember(said("e1", "Ada likes tea."));
            CountDownLatch secondWaits = new CountDownLatch(1);
            secondStore.before(LEASE_READ, () -> {}).before(LEASE_READ, secondWaits::countDown);
            AtomicReference<CompletableFuture<List<DerivationOutcome>>> other = new AtomicReference<>();
            inCall.set(() -> {
                other.set(CompletableFuture.supplyAsync(() -> ada(second).consolidate()));
                awaited(secondWaits);
            });

            assertThat(ada(first).consolidate()).hasSize(1);

            assertThat(other.get().join()).isEmpty();
            assertThat(calls).hasValue(1);
            assertThat(objects(second)).containsExactly("tea");
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void clocks_that_differ_by_an_hour_ask_the_model_twice_and_apply_one_answer(int hours) {
        try (Daybook first = deriving(new ProcessStore(store), clock);
                Daybook second = deriving(secondStore, Clock.offset(clock, Duration.ofHours(hours)))) {
            ada(first).remember(said("e1", "Ada likes tea."));
            inCall.set(() -> assertThat(ada(second).consolidate())
                    .extracting(DerivationOutcome::result)
                    .containsExactly(DerivationOutcome.Result.DONE));

            assertThat(ada(first).consolidate())
                    .extracting(DerivationOutcome::result)
                    .containsExactly(DerivationOutcome.Result.DROPPED);

            assertThat(calls).hasValue(2);
            assertThat(objects(first)).containsExactly("tea");
        }
    }

    @Test
    void positions_follow_the_commits_and_not_the_clocks() {
        try (Daybook ahead = deriving(new ProcessStore(store), Clock.offset(clock, Duration.ofHours(1)));
                Daybook behind = deriving(secondStore, clock)) {
            Receipt first = ada(ahead).remember(said("e1", "Ada likes tea."));
            Receipt second = ada(behind).remember(said("e2", "Ada likes rain."));

            assertThat(second.position()).isEqualTo(first.position() + 1);
            assertThat(second.revision()).isGreaterThan(first.revision());
            assertThat(ada(ahead).recall("rain")).extracting(Hit::id).contains("e2");
            assertThat(ada(behind).recall("tea")).extracting(Hit::id).contains("e1");
        }
    }

    private Daybook embedding(Embedder embedder) {
        return Daybook.builder(new ProcessStore(store))
                .clock(clock)
                .embedder(embedder)
                .open();
    }

    @Test
    void processes_with_different_embedders_find_the_entries_of_both_by_meaning() {
        Embedder other = Embedder.of("other-v1", 8, texts -> new HashEmbedder(8).embedDocuments(texts));
        try (Daybook first = embedding(new HashEmbedder());
                Daybook second = embedding(other)) {
            ada(first).operations().await(ada(first).remember(said("e1", "Ada likes tea.")), PATIENCE);
            ada(second).operations().await(ada(second).remember(said("e2", "Ada likes rain.")), PATIENCE);
            ada(first).operations().await(ada(first).remember(said("e3", "Ada likes figs.")), PATIENCE);

            for (Daybook process : List.of(first, second, first)) {
                assertThat(recalledOnceEmbedded(process, 3))
                        .extracting(Hit::id)
                        .hasSize(3)
                        .startsWith("e2");
            }
        }
    }

    /** Recalls until a process has embedded the entries of the other one too: a recall waits a moment for them, and no longer. */
    private static List<Hit> recalledOnceEmbedded(Daybook process, int count) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<Hit> hits;
        do {
            hits = ada(process).recall(Query.of("Ada likes rain.").by(Query.By.MEANING));
        } while (hits.size() < count && System.nanoTime() < end);
        return hits;
    }
}

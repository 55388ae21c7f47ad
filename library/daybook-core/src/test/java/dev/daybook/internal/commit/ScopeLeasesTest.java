package dev.daybook.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.StoreGuarantees;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScopeLeasesTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    private static final Instant NOON = Instant.parse("2026-03-04T12:00:00Z");

    private final InMemoryStore store = new InMemoryStore();
    private final ScopeLeases first = leases(NOON);

    private ScopeLeases leases(Instant now) {
        return new ScopeLeases(
                new ForwardingStore(store) {
                    @Override
                    public StoreGuarantees guarantees() {
                        return new StoreGuarantees(false, true, true, true, true, 1);
                    }
                },
                Clock.fixed(now, ZoneOffset.UTC));
    }

    @AfterEach
    void close() {
        first.close();
        store.close();
    }

    private Optional<String> hold(ScopeLeases leases, Supplier<String> work) {
        return leases.hold(ADA, store.head(ADA).epoch(), Duration.ZERO, work);
    }

    private Optional<String> holdAt(Duration later, Supplier<String> work) {
        try (ScopeLeases second = leases(NOON.plus(later))) {
            return hold(second, work);
        }
    }

    @Test
    void a_lease_lasts_as_long_as_its_work_and_leaves_nothing() {
        Optional<String> held = hold(first, () -> {
            assertThat(holdAt(Duration.ZERO, () -> "twice")).isEmpty();
            return "done";
        });

        assertThat(held).contains("done");
        assertThat(store.states(ADA, "", null, 10).items()).isEmpty();
        assertThat(store.head(ADA).revision()).isZero();
        assertThat(holdAt(Duration.ZERO, () -> "next")).contains("next");
    }

    @Test
    void a_lease_is_taken_over_after_its_term_and_the_skew_of_the_clocks() {
        hold(first, () -> {
            assertThat(holdAt(Duration.ofSeconds(40), () -> "too early")).isEmpty();
            assertThat(holdAt(Duration.ofSeconds(41), () -> "over")).contains("over");
            return "slow";
        });

        assertThat(store.states(ADA, "", null, 10).items()).isEmpty();
    }

    @Test
    void a_slow_holder_does_not_release_the_lease_of_the_next_one() {
        CountDownLatch isTaken = new CountDownLatch(1);
        CountDownLatch isReleased = new CountDownLatch(1);
        AtomicReference<CompletableFuture<Optional<String>>> second = new AtomicReference<>();
        hold(first, () -> {
            second.set(CompletableFuture.supplyAsync(() -> holdAt(Duration.ofSeconds(41), () -> {
                isTaken.countDown();
                await(isReleased);
                return "second";
            })));
            await(isTaken);
            return "slow";
        });

        assertThat(store.states(ADA, ScopeLeases.STATE, null, 1).items()).hasSize(1);
        isReleased.countDown();
        assertThat(second.get().join()).contains("second");
        assertThat(store.states(ADA, ScopeLeases.STATE, null, 1).items()).isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_lease_of_a_clock_that_is_far_ahead_counts_as_over() {
        holdAt(Duration.ofDays(1), () -> {
            assertThat(hold(first, () -> "taken")).contains("taken");
            return "ahead";
        });
    }

    @Test
    void no_lease_is_taken_for_work_of_an_epoch_that_is_over() {
        store.erase(ADA, EraseRequest.EVERYTHING, new WriteBatch(ADA, "op", List.of(), List.of(), List.of(), null));

        assertThat(first.hold(ADA, 0, Duration.ofMinutes(1), () -> "late")).isEmpty();
        assertThat(store.heads(Space.DEFAULT, null, 10).items()).isEmpty();
    }

    @Test
    void a_store_of_one_process_needs_no_lease() {
        try (ScopeLeases alone = new ScopeLeases(store, Clock.systemUTC())) {
            assertThat(alone.isShared()).isFalse();
        }
        assertThat(first.isShared()).isTrue();
    }
}

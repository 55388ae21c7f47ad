package dev.daybook.server.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.server.problem.OverloadedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallBulkheadTest {

    private static final int BURST = 3;
    private static final String KEY = "one";

    private final AtomicLong now = new AtomicLong();
    private final CallBulkhead bulkhead =
            new CallBulkhead(BulkheadSize.of(1, 1, BURST), 7, Duration.ofSeconds(2), now::get);
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final Semaphore go = new Semaphore(0);
    private final List<Future<String>> calls = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        go.release(100);
        bulkhead.shut();
        bulkhead.end(System.nanoTime() + 10_000_000_000L);
        callers.shutdownNow();
    }

    /** One call runs, the others wait. */
    private void fill(int waiting) throws InterruptedException {
        call(bulkhead, 1, 1);
        wait(waiting);
    }

    /** Calls until {@link #go} permits the end, and returns when a number of the calls run. */
    private void call(CallBulkhead bulkhead, int number, int running) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(running);
        for (int i = 0; i < number; i++) {
            calls.add(callers.submit(() -> bulkhead.run(KEY, () -> {
                begun.countDown();
                go.acquire();
                return "done";
            })));
        }
        begun.await();
    }

    private void wait(int waiting) {
        for (int i = 0; i < waiting; i++) {
            int before = bulkhead.waiting();
            calls.add(callers.submit(() -> bulkhead.run(KEY, () -> {
                go.acquire();
                return "done";
            })));
            while (bulkhead.waiting() == before) {
                Thread.onSpinWait();
            }
        }
    }

    private void answer(int calls, int left) throws Exception {
        go.release(calls);
        for (int i = 0; i < calls; i++) {
            assertThat(this.calls.remove(0).get()).isEqualTo("done");
        }
        while (bulkhead.waiting() != left) {
            Thread.onSpinWait();
        }
    }

    private void assertRefused() {
        assertThatThrownBy(() -> bulkhead.run(KEY, () -> "begun"))
                .isInstanceOfSatisfying(
                        OverloadedException.class,
                        overloadedException -> assertThat(overloadedException.retryAfterSeconds())
                                .isEqualTo(7));
    }

    @Test
    void a_burst_is_queued_and_calls_over_capacity_are_refused() throws Exception {
        fill(BURST);

        assertRefused();

        answer(1 + BURST, 0);
    }

    @Test
    void after_a_refusal_one_call_may_wait_and_a_burst_only_when_many_in_a_row_were_admitted() throws Exception {
        fill(BURST);
        assertThat(bulkhead.turnsAway(KEY)).isFalse();
        assertRefused();
        answer(2, 1);

        assertThat(bulkhead.turnsAway(KEY)).isTrue();
        assertRefused();
        answer(2, 0);
        admit(CallBulkhead.CALM - 3);
        fill(1);
        assertRefused();
        answer(2, 0);

        admit(CallBulkhead.CALM);
        fill(BURST);
        answer(1 + BURST, 0);
    }

    private void admit(int calls) throws Exception {
        for (int i = 0; i < calls; i++) {
            bulkhead.run(KEY, () -> "done");
        }
    }

    /** With all permits in use each admitted call would take longer. */
    @Test
    void in_overload_fewer_calls_run_at_once() throws Exception {
        CallBulkhead wide = new CallBulkhead(BulkheadSize.of(8, 2, 0), 7, Duration.ofSeconds(2), now::get);
        try {
            call(wide, 8, 8);
            assertThatThrownBy(() -> wide.run(KEY, () -> "begun")).isInstanceOf(OverloadedException.class);

            for (int running = 8; running > 2; running--) {
                assertThat(wide.turnsAway(KEY)).as("with %d calls", running).isTrue();
                go.release();
                int done = 9 - running;
                while (calls.stream().filter(Future::isDone).count() < done) {
                    Thread.onSpinWait();
                }
            }
            assertThat(wide.turnsAway(KEY)).isFalse();
            go.release(2);
        } finally {
            wide.shut();
        }
    }

    @Test
    void in_overload_a_free_permit_admits_the_next_call() throws Exception {
        fill(BURST);
        assertRefused();
        answer(1 + BURST, 0);

        assertThat(bulkhead.run(KEY, () -> "begun")).isEqualTo("begun");
    }

    @Test
    void a_call_fails_with_its_own_failure() {
        assertThatThrownBy(() -> bulkhead.run(KEY, () -> {
                    throw new IllegalArgumentException("top_k is 0");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("top_k is 0");
    }

    @Test
    void a_call_that_waited_too_long_is_refused_and_not_begun() throws Exception {
        fill(0);
        AtomicBoolean begun = new AtomicBoolean();
        Future<String> waiting = callers.submit(() -> bulkhead.run(KEY, () -> {
            begun.set(true);
            return "done";
        }));
        while (bulkhead.waiting() == 0) {
            Thread.onSpinWait();
        }

        now.set(Duration.ofSeconds(3).toNanos());
        answer(1, 0);

        assertThatThrownBy(waiting::get).hasCauseInstanceOf(OverloadedException.class);
        assertThat(begun).isFalse();
    }

    @Test
    void a_further_piece_of_a_call_waits_where_another_call_is_refused() throws Exception {
        fill(BURST);
        assertRefused();
        Future<String> piece = callers.submit(() -> bulkhead.runOn(KEY, () -> "piece"));
        while (bulkhead.waiting() == BURST) {
            Thread.onSpinWait();
        }

        answer(1 + BURST, 0);

        assertThat(piece.get()).isEqualTo("piece");
    }

    @Test
    void a_call_runs_on_the_thread_of_its_caller() throws Exception {
        assertThat(bulkhead.run(KEY, Thread::currentThread)).isSameAs(Thread.currentThread());
    }

    @Test
    void a_caller_that_is_interrupted_while_it_waits_gives_its_place_back() throws Exception {
        fill(1);
        List<Thread> waiting = new CopyOnWriteArrayList<>();
        Future<String> interrupted = callers.submit(() -> {
            waiting.add(Thread.currentThread());
            return bulkhead.run(KEY, () -> "begun");
        });
        while (bulkhead.waiting() < 2) {
            Thread.onSpinWait();
        }

        waiting.get(0).interrupt();

        assertThatThrownBy(interrupted::get).hasCauseInstanceOf(InterruptedException.class);
        assertThat(bulkhead.waiting()).isEqualTo(1);
        wait(BURST - 1);
        answer(1 + BURST, 0);
    }

    @Test
    void the_end_interrupts_the_calls_that_run_and_those_that_wait() throws Exception {
        fill(2);
        bulkhead.shut();

        bulkhead.end(System.nanoTime());

        for (Future<String> call : calls) {
            assertThatThrownBy(call::get).hasCauseInstanceOf(InterruptedException.class);
        }
        assertThat(bulkhead.waiting()).isZero();
    }

    @Test
    void the_end_waits_for_the_calls_that_run_and_those_that_wait() throws Exception {
        fill(2);
        bulkhead.shut();
        Future<?> end = callers.submit(() -> {
            bulkhead.end(System.nanoTime() + 60_000_000_000L);
            return null;
        });

        answer(3, 0);

        assertThat(end.get()).isNull();
    }

    @Test
    void an_error_fails_its_call_and_gives_the_permit_back() throws Exception {
        assertThatThrownBy(() -> bulkhead.run(KEY, () -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(StackOverflowError.class);

        assertThat(bulkhead.run(KEY, () -> "done")).isEqualTo("done");
    }

    @Test
    void a_key_that_fills_the_bulkhead_blocks_no_other_key() throws Exception {
        fill(BURST);
        assertRefused();

        assertThat(bulkhead.turnsAway(KEY)).isTrue();
        assertThat(bulkhead.turnsAway("other")).isFalse();
        Future<String> other = callers.submit(() -> bulkhead.run("other", () -> "other"));
        while (bulkhead.waiting() == BURST) {
            Thread.onSpinWait();
        }
        assertRefused();

        // Before two of the three that waited longer: these are one key's.
        go.release(2);
        assertThat(other.get()).isEqualTo("other");
        assertThat(bulkhead.waiting()).isPositive();
        answer(1 + BURST, 0);
    }

    @Test
    void the_queue_share_of_nearly_idle_keys_is_bounded_too() throws Exception {
        fill(BURST);
        int most = BulkheadSize.of(1, 1, BURST).most();
        for (int i = 1 + BURST; i < most; i++) {
            String other = "other" + i;
            int before = bulkhead.waiting();
            callers.submit(() -> bulkhead.run(other, () -> "other"));
            while (bulkhead.waiting() == before) {
                Thread.onSpinWait();
            }
        }

        assertThatThrownBy(() -> bulkhead.run("last", () -> "last")).isInstanceOf(OverloadedException.class);
    }

    @Test
    void one_key_has_half_of_a_slow_bulkhead_and_never_all_of_its_permits() throws Exception {
        BulkheadSize size = BulkheadSize.halfOfKey(2, 4);
        CallBulkhead slow = new CallBulkhead(size, 7, Duration.ofSeconds(2), now::get);
        try {
            call(slow, 3, 1);
            while (slow.waiting() < 2) {
                Thread.onSpinWait();
            }

            assertThatThrownBy(() -> slow.run(KEY, () -> "done"))
                    .isInstanceOf(OverloadedException.class)
                    .hasMessageContaining("3 calls")
                    .hasMessageContaining("this key");
            assertThat(slow.isOverloaded()).as("others may still come").isFalse();
            assertThat(slow.run("other", () -> "other")).isEqualTo("other");
            // Not even a piece of a call takes the last permit.
            Future<String> piece = callers.submit(() -> slow.runOn(KEY, () -> "piece"));
            while (slow.waiting() < 3) {
                Thread.onSpinWait();
            }
            assertThat(slow.run("other", () -> "other")).isEqualTo("other");

            go.release(3);
            for (Future<String> call : calls) {
                assertThat(call.get()).isEqualTo("done");
            }
            assertThat(piece.get()).isEqualTo("piece");
        } finally {
            slow.shut();
        }
    }

    /** A server that runs for months sees any number of keys. */
    @Test
    void no_entry_of_a_key_outlives_its_calls() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            bulkhead.run("key " + i, () -> "done");
        }
        fill(BURST);
        assertRefused();
        answer(1 + BURST, 0);

        assertThat(bulkhead.keys()).isZero();
    }

    @Test
    void calls_admitted_before_the_bulkhead_closed_are_done() throws Exception {
        fill(BURST);

        bulkhead.shut();

        assertRefused();
        answer(1 + BURST, 0);
    }
}

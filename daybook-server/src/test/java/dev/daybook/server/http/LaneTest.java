package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.server.problem.Limited;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LaneTest {

    private static final int BURST = 3;

    private final AtomicLong now = new AtomicLong();
    private final Lane lane = new Lane("call", 1, BURST, 7, Duration.ofSeconds(2), now::get);
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final Semaphore go = new Semaphore(0);
    private final List<Future<String>> calls = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        go.release(100);
        lane.shut();
        lane.end(System.nanoTime() + 10_000_000_000L);
        callers.shutdownNow();
    }

    /** One call runs, the others wait. */
    private void fill(int waiting) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        calls.add(callers.submit(() -> lane.run(() -> {
            begun.countDown();
            go.acquire();
            return "done";
        })));
        begun.await();
        wait(waiting);
    }

    private void wait(int waiting) {
        for (int i = 0; i < waiting; i++) {
            int before = lane.waiting();
            calls.add(callers.submit(() -> lane.run(() -> {
                go.acquire();
                return "done";
            })));
            while (lane.waiting() == before) {
                Thread.onSpinWait();
            }
        }
    }

    private void answer(int calls, int left) throws Exception {
        go.release(calls);
        for (int i = 0; i < calls; i++) {
            assertThat(this.calls.remove(0).get()).isEqualTo("done");
        }
        while (lane.waiting() != left) {
            Thread.onSpinWait();
        }
    }

    private void assertRefused() {
        assertThatThrownBy(() -> lane.run(() -> "begun"))
                .isInstanceOfSatisfying(
                        Limited.class,
                        limited -> assertThat(limited.retryAfterSeconds()).isEqualTo(7));
    }

    @Test
    void a_burst_waits_and_what_is_more_is_refused() throws Exception {
        fill(BURST);

        assertRefused();

        answer(1 + BURST, 0);
    }

    @Test
    void after_a_refusal_one_call_may_wait_and_a_burst_only_when_many_in_a_row_were_admitted() throws Exception {
        fill(BURST);
        assertThat(lane.turnsAway()).isFalse();
        assertRefused();
        answer(2, 1);

        assertThat(lane.turnsAway()).isTrue();
        assertRefused();
        answer(2, 0);
        admit(Lane.CALM - 3);
        fill(1);
        assertRefused();
        answer(2, 0);

        admit(Lane.CALM);
        fill(BURST);
        answer(1 + BURST, 0);
    }

    private void admit(int calls) throws Exception {
        for (int i = 0; i < calls; i++) {
            lane.run(() -> "done");
        }
    }

    @Test
    void in_overload_a_thread_that_is_free_takes_the_next_call() throws Exception {
        fill(BURST);
        assertRefused();
        answer(1 + BURST, 0);

        assertThat(lane.run(() -> "begun")).isEqualTo("begun");
    }

    @Test
    void a_call_fails_with_its_own_failure() {
        assertThatThrownBy(() -> lane.run(() -> {
                    throw new IllegalArgumentException("top_k is 0");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("top_k is 0");
    }

    @Test
    void a_call_that_waited_too_long_is_refused_and_not_begun() throws Exception {
        fill(0);
        AtomicBoolean begun = new AtomicBoolean();
        Future<String> waiting = callers.submit(() -> lane.run(() -> {
            begun.set(true);
            return "done";
        }));
        while (lane.waiting() == 0) {
            Thread.onSpinWait();
        }

        now.set(Duration.ofSeconds(3).toNanos());
        answer(1, 0);

        assertThatThrownBy(waiting::get).hasCauseInstanceOf(Limited.class);
        assertThat(begun).isFalse();
    }

    @Test
    void a_further_piece_of_a_call_waits_where_another_call_is_refused() throws Exception {
        fill(BURST);
        assertRefused();
        Future<String> piece = callers.submit(() -> lane.runOn(() -> "piece"));
        while (lane.waiting() == BURST) {
            Thread.onSpinWait();
        }

        answer(1 + BURST, 0);

        assertThat(piece.get()).isEqualTo("piece");
    }

    @Test
    void a_call_for_which_there_is_no_thread_takes_no_place_for_ever() throws Exception {
        AtomicInteger failures = new AtomicInteger(2 * (1 + BURST));
        Lane poor = new Lane(
                task -> {
                    if (failures.getAndDecrement() > 0) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    return new Thread(task);
                },
                1,
                BURST,
                7,
                Duration.ofSeconds(2),
                now::get);
        for (int i = 0; i < 2 * (1 + BURST); i++) {
            assertThatThrownBy(() -> poor.run(() -> "done")).isInstanceOf(OutOfMemoryError.class);
        }

        assertThat(poor.run(() -> "done")).isEqualTo("done");
        poor.shut();
    }

    @Test
    void an_error_kills_its_call_and_not_the_thread() throws Exception {
        assertThatThrownBy(() -> lane.run(() -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(StackOverflowError.class);

        assertThat(lane.run(() -> "done")).isEqualTo("done");
    }
}

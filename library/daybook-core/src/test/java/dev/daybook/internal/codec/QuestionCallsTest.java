package dev.daybook.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.daybook.error.ModelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class QuestionCallsTest {

    /** Long enough for an answer that is there, on a busy machine. */
    private static final Duration SHORT = Duration.ofMillis(500);

    private final AtomicLong nanoTime = new AtomicLong();
    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch release = new CountDownLatch(1);
    private final QuestionCalls questions = new QuestionCalls("embedder x", SHORT, () -> {}, nanoTime::get);

    @AfterEach
    void close() {
        release.countDown();
        questions.close();
    }

    private String hang() {
        calls.incrementAndGet();
        try {
            release.await();
            return "late";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void isTooLate() {
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(() -> questions.call(this::hang))
                .satisfies(failure -> assertThat(failure.retryable()).isTrue())
                .withMessageContaining("embedder x did not answer a question within 0.5 s");
    }

    private void elapse(Duration time) {
        nanoTime.addAndGet(time.toNanos());
    }

    @Test
    void a_call_that_hangs_is_made_once_in_a_pause_and_then_by_one_caller() {
        assertThat(questions.pause()).isEmpty();
        IntStream.range(0, 10).forEach(i -> isTooLate());
        assertThat(calls).hasValue(1);
        assertThat(questions.pause()).isPresent();

        elapse(QuestionCalls.PAUSE);
        IntStream.range(0, 10).forEach(i -> isTooLate());
        assertThat(calls).hasValue(2);
    }

    @Test
    void a_first_late_answer_ends_the_pause() {
        isTooLate();
        assertThat(questions.pause()).isPresent();

        release.countDown();
        while (questions.pause().isPresent()) {
            Thread.onSpinWait();
        }

        assertThat(questions.call(() -> "in time")).isEqualTo("in time");
    }

    @Test
    void an_answer_ends_the_pause() {
        isTooLate();
        elapse(QuestionCalls.PAUSE);

        assertThat(questions.call(() -> "in time")).isEqualTo("in time");
        assertThat(questions.pause()).isEmpty();
        assertThat(questions.call(() -> "again")).isEqualTo("again");
    }

    @Test
    void a_failure_is_an_answer() {
        isTooLate();
        elapse(QuestionCalls.PAUSE);

        assertThatIllegalStateException()
                .isThrownBy(() -> questions.call(() -> {
                    throw new IllegalStateException("boom");
                }))
                .withMessage("boom");
        assertThat(questions.pause()).isEmpty();
    }

    @Test
    void many_callers_of_an_embedder_that_hangs_take_a_bounded_number_of_threads() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(100);
        try {
            List<Future<?>> asked = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                asked.add(callers.submit(this::isTooLate));
            }
            for (Future<?> each : asked) {
                each.get();
            }
        } finally {
            callers.shutdownNow();
        }
        assertThat(calls.get())
                .isLessThanOrEqualTo(Math.max(4, Runtime.getRuntime().availableProcessors()));
    }

    @Test
    void calls_that_hang_are_interrupted_before_a_probe_so_that_they_do_not_fill_the_threads() {
        for (int i = 0; i < Math.max(4, Runtime.getRuntime().availableProcessors()) + 2; i++) {
            isTooLate();
            elapse(QuestionCalls.PAUSE);
        }

        assertThat(questions.call(() -> "well again")).isEqualTo("well again");
    }

    @Test
    void an_interrupted_caller_stops_waiting_and_stays_interrupted() {
        Thread.currentThread().interrupt();
        try {
            assertThatExceptionOfType(ModelException.class)
                    .isThrownBy(() -> questions.call(this::hang))
                    .withMessageContaining("interrupted");
            assertThat(questions.pause()).isEmpty();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void the_time_of_a_load_is_not_that_of_a_question() {
        CountDownLatch loading = new CountDownLatch(1);
        Thread loader = new Thread(loading::countDown);
        try (QuestionCalls first = new QuestionCalls(
                "embedder x",
                Duration.ofSeconds(30),
                () -> {
                    loader.start();
                    try {
                        loading.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    calls.incrementAndGet();
                },
                nanoTime::get)) {
            assertThat(first.call(() -> "an answer")).isEqualTo("an answer");
            assertThat(first.call(() -> "another")).isEqualTo("another");
        }
        assertThat(calls).as("it is loaded once").hasValue(1);
    }
}

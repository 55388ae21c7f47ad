package dev.daybook.internal.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.internal.observe.CallWatch;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallDeadlineTest {

    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger hanging = new AtomicInteger();

    @Test
    void a_call_that_hangs_is_abandoned() {
        CallDeadline deadline = deadline(this::hang);

        ModelException thrown =
                catchThrowableOfType(ModelException.class, () -> deadline.answer(request(Duration.ofMillis(1))));

        assertThat(thrown.trouble()).isEqualTo(Trouble.TIMEOUT);
        assertThat(thrown).hasMessageContaining("fake gave no answer within PT0.001S");
        release.countDown();
    }

    @Test
    void a_call_that_can_be_interrupted_is_interrupted() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        CallDeadline deadline = deadline(request -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return ModelAnswer.of("");
        });

        assertThatThrownBy(() -> deadline.answer(request(Duration.ofMillis(1)))).isInstanceOf(ModelException.class);
        interrupted.await();
    }

    @Test
    void abandoned_calls_are_limited() {
        CallDeadline deadline = deadline(this::hang);
        Thread[] callers = new Thread[40];
        for (int i = 0; i < callers.length; i++) {
            callers[i] = new Thread(() ->
                    catchThrowableOfType(ModelException.class, () -> deadline.answer(request(Duration.ofMillis(1)))));
            callers[i].start();
        }
        for (Thread caller : callers) {
            join(caller);
        }

        assertThat(hanging).hasValue(32);
        assertThatThrownBy(() -> deadline.answer(request(Duration.ofMillis(1))))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("32 calls that never returned");
        release.countDown();
        assertThat(deadline.answer(request(Duration.ofSeconds(30))).text()).isEqualTo("free");
    }

    @Test
    void an_answer_of_null_is_an_error_with_a_remedy() {
        CallDeadline deadline = deadline(request -> null);

        assertThatThrownBy(() -> deadline.answer(request(Duration.ofSeconds(30))))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("fake answered null");
    }

    @Test
    void an_interrupted_caller_stays_interrupted() {
        CallDeadline deadline = deadline(this::hang);

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> deadline.answer(request(Duration.ofSeconds(30))))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("interrupted");

        assertThat(Thread.interrupted()).isTrue();
        release.countDown();
    }

    @Test
    void an_error_stays_an_error() {
        CallDeadline deadline = deadline(request -> {
            throw new StackOverflowError();
        });

        assertThatThrownBy(() -> deadline.answer(request(Duration.ofSeconds(30))))
                .isInstanceOf(StackOverflowError.class);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Ignores interrupts, like native code. */
    private ModelAnswer hang(ModelRequest request) {
        hanging.incrementAndGet();
        while (true) {
            try {
                release.await();
                return ModelAnswer.of("free");
            } catch (InterruptedException deaf) {
                // keeps waiting
            }
        }
    }

    private static CallDeadline deadline(Function<ModelRequest, ModelAnswer> answers) {
        return new CallDeadline(
                new LanguageModel() {
                    @Override
                    public String name() {
                        return "fake";
                    }

                    @Override
                    public ModelAnswer answer(ModelRequest request) {
                        return answers.apply(request);
                    }
                },
                CallWatch.OFF);
    }

    private static ModelRequest request(Duration timeout) {
        return new ModelRequest("", "", OutputMode.PROMPT, null, 1, timeout);
    }
}

package dev.daybook.internal.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.spi.CallObservation;
import dev.daybook.spi.CallObserver;
import dev.daybook.spi.CallResult;
import dev.daybook.spi.ObservedCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What an observer does wrong is no matter of the call. */
class CallWatchTest {

    private static final Supplier<ObservedCall> CALL =
            () -> ObservedCall.MemoryCall.of(ObservedCall.MemoryVerb.RECALL, new Scope.User(Space.DEFAULT, "ada"));

    /** An observer and observation in one, each of whose steps may be wrong. */
    private static class Steps implements CallObserver, CallObservation {

        final List<String> ends = new ArrayList<>();

        @Override
        public CallObservation begin(ObservedCall call) {
            return this;
        }

        @Override
        public void succeeded(CallResult result) {
            ends.add("succeeded");
        }

        @Override
        public void failed(Throwable failure) {
            ends.add("failed " + failure.getClass().getSimpleName());
        }
    }

    private static String answer(CallObserver observer) {
        return new CallWatch(observer).run(CALL, headers -> "answer " + headers, answer -> CallResult.of(1, List::of));
    }

    @Test
    void an_observation_without_headers_fails_no_call() {
        Steps throwing = new Steps() {
            @Override
            public Map<String, String> headers() {
                throw new NoClassDefFoundError("io/micrometer/Tracer");
            }
        };

        assertThat(answer(throwing)).isEqualTo("answer {}");
        assertThat(throwing.ends).containsExactly("succeeded");
    }

    @Test
    @NullUnmarked
    void an_observer_that_returns_null_fails_no_call() {
        Steps nothing = new Steps() {
            @Override
            public Map<String, String> headers() {
                return null;
            }
        };

        assertThat(answer(call -> null)).isEqualTo("answer {}");
        assertThat(answer(nothing)).isEqualTo("answer {}");
    }

    @Test
    void an_observer_that_throws_an_error_or_a_checked_exception_fails_no_call() {
        assertThat(answer(call -> {
                    throw new AssertionError("begin");
                }))
                .isEqualTo("answer {}");
        Steps ending = new Steps() {
            @Override
            public void succeeded(CallResult result) {
                throw CallWatchTest.<RuntimeException>unchecked(new java.io.IOException("no collector"));
            }

            @Override
            public void failed(Throwable failure) {
                throw new AssertionError("end", failure);
            }
        };

        assertThat(answer(ending)).isEqualTo("answer {}");
        assertThatThrownBy(() -> new CallWatch(ending)
                        .run(
                                CALL,
                                () -> {
                                    throw new IllegalStateException("of the call");
                                },
                                none -> CallResult.PLAIN))
                .hasMessage("of the call");
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> E unchecked(Exception failure) throws E {
        throw (E) failure;
    }

    @Test
    void work_for_another_thread_runs_once_whatever_an_observer_makes_of_it() throws Exception {
        List<String> runs = new ArrayList<>();
        Callable<String> work = () -> {
            runs.add("run");
            return "done";
        };
        for (Carrying carrying : List.<Carrying>of(
                given -> {
                    throw new IllegalStateException("before");
                },
                given -> () -> {
                    throw new IllegalStateException("instead");
                },
                given -> () -> {
                    given.call();
                    throw new IllegalStateException("behind");
                },
                given -> given)) {
            runs.clear();
            assertThat(new CallWatch(carrying.observer()).carry(work).call()).isEqualTo("done");
            assertThat(runs).hasSize(1);
        }
        assertThatThrownBy(() -> new CallWatch(new Steps())
                        .carry(() -> {
                            throw new java.io.IOException("of the work");
                        })
                        .call())
                .isInstanceOf(java.io.IOException.class)
                .hasMessage("of the work");
    }

    /** What an observer makes of work for another thread. */
    private interface Carrying {

        Callable<?> of(Callable<?> work);

        default CallObserver observer() {
            return new Steps() {
                @Override
                @SuppressWarnings("unchecked")
                public <T> Callable<T> carry(Callable<T> work) {
                    return (Callable<T>) Carrying.this.of(work);
                }
            };
        }
    }

    @Test
    void a_derivation_that_failed_without_an_exception_is_a_failure_of_its_call() {
        Steps observer = new Steps();
        CallWatch watch = new CallWatch(observer);

        assertThat(watch.derive(CALL, () -> "failed", "failed"::equals)).isEqualTo("failed");
        assertThat(watch.derive(CALL, () -> "done", "failed"::equals)).isEqualTo("done");

        assertThat(observer.ends).containsExactly("failed ModelException", "succeeded");
    }
}

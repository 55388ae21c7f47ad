package dev.daybook.internal.observe;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.spi.CallObservation;
import dev.daybook.spi.CallObserver;
import dev.daybook.spi.CallResult;
import dev.daybook.spi.ObservedCall;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Runs calls and reports them to an observer, whose exceptions do not affect them. Thread-safe. */
public final class CallWatch {

    private static final System.Logger LOG = System.getLogger("dev.daybook");

    /** A watch without an observer. */
    public static final CallWatch OFF = new CallWatch(CallObserver.NONE);

    private final CallObserver observer;

    public CallWatch(CallObserver observer) {
        this.observer = observer;
    }

    /**
     * Runs a call.
     *
     * @param call describes the call; not asked without an observer
     * @param work receives the headers that continue the trace
     * @param result describes the answer; not asked without an observer
     */
    public <T> T run(
            Supplier<ObservedCall> call, Function<Map<String, String>, T> work, Function<T, CallResult> result) {
        return run(call, work, (observation, answer) -> observation.succeeded(result.apply(answer)));
    }

    /** Runs a call in this process. */
    public <T> T run(Supplier<ObservedCall> call, Supplier<T> work, Function<T, CallResult> result) {
        return run(call, headers -> work.get(), result);
    }

    /**
     * Runs a derivation in this process.
     *
     * @param isFailed whether an outcome is that of a model that failed, which is no exception
     */
    public <T> T derive(Supplier<ObservedCall> call, Supplier<T> work, Predicate<T> isFailed) {
        return run(call, headers -> work.get(), (observation, outcome) -> {
            if (isFailed.test(outcome)) {
                observation.failed(new ModelException(Trouble.FAILED, "the derivation failed"));
            } else {
                observation.succeeded(CallResult.PLAIN);
            }
        });
    }

    private <T> T run(
            Supplier<ObservedCall> call, Function<Map<String, String>, T> work, BiConsumer<CallObservation, T> end) {
        if (observer.equals(CallObserver.NONE)) {
            return work.apply(Map.of());
        }
        CallObservation observation = guarded(() -> observer.begin(call.get()), CallObservation.NONE);
        Map<String, String> headers = guarded(() -> observation.headers(), Map.of());
        T answer;
        try {
            answer = work.apply(headers);
        } catch (RuntimeException | Error failure) {
            guarded(() -> observation.failed(failure));
            throw failure;
        }
        guarded(() -> end.accept(observation, answer));
        return answer;
    }

    /** Returns work for another thread as a part of the call that this thread observes. */
    public <T> Callable<T> carry(Callable<T> work) {
        if (observer.equals(CallObserver.NONE)) {
            return work;
        }
        FutureTask<T> once = new FutureTask<>(work);
        Callable<?> carried = guarded(() -> observer.carry(Executors.callable(once)), () -> once);
        return () -> {
            guarded(carried::call);
            // Unless the observer has run it.
            once.run();
            try {
                return once.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                throw (Exception) e.getCause();
            }
        };
    }

    /** Returns what an observer returns; if it throws or returns null, the other value. */
    private static <T> T guarded(Supplier<T> observed, T otherwise) {
        AtomicReference<T> returned = new AtomicReference<>(otherwise);
        guarded(() -> returned.set(Objects.requireNonNull(observed.get())));
        return returned.get();
    }

    /** A step of an observer. */
    private interface ObserverStep {
        void run() throws Exception;
    }

    private static void guarded(ObserverStep observed) {
        try {
            observed.run();
        } catch (Throwable failed) {
            // Names only the type: an observer knows the content of the call.
            LOG.log(
                    Level.WARNING,
                    "the observer of the daybook threw {0}; the call is not affected",
                    failed.getClass().getName());
        }
    }
}

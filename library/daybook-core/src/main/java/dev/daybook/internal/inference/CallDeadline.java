package dev.daybook.internal.inference;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.internal.checks.WaitTime;
import dev.daybook.internal.observe.CallWatch;
import dev.daybook.spi.CallResult;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.ObservedCall;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls a model with a timeout that holds even if the call never returns: native code has been seen to hang for ever.
 * Each call has its own thread, which can be abandoned. Thread-safe.
 */
final class CallDeadline {

    /** A model with its own timeout goes first, because its error is more precise. */
    private static final Duration GRACE = Duration.ofMillis(200);

    /** Includes abandoned threads: a model that always hangs must not exhaust the memory. */
    private static final int MAX_CALLS = 32;

    private final LanguageModel model;
    private final CallWatch watch;
    private final Semaphore free = new Semaphore(MAX_CALLS);

    CallDeadline(LanguageModel model, CallWatch watch) {
        this.model = model;
        this.watch = watch;
    }

    /**
     * @throws ModelException if there is no answer in time
     */
    ModelAnswer answer(ModelRequest request) {
        return watch.run(
                () -> new ObservedCall.ModelCall(model.name(), model.provider(), request.maxTokens()),
                () -> timed(request),
                CallResult::of);
    }

    private ModelAnswer timed(ModelRequest request) {
        long end = System.nanoTime() + WaitTime.nanos(request.timeout()) + GRACE.toNanos();
        FutureTask<ModelAnswer> call = new FutureTask<>(watch.carry(() -> model.answer(request)));
        try {
            if (!free.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new ModelException(
                        Trouble.TIMEOUT, model.name() + " has " + MAX_CALLS + " calls that never returned; restart it");
            }
            start(call);
            return answered(call.get(end - System.nanoTime(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            throw new ModelException(
                    Trouble.TIMEOUT,
                    model.name() + " gave no answer within " + request.timeout()
                            + "; allow more time or use a faster model",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ModelException(Trouble.FAILED, "interrupted while asking " + model.name(), e);
        } catch (ExecutionException e) {
            throw failure(Objects.requireNonNull(e.getCause()));
        } finally {
            call.cancel(true);
        }
    }

    private void start(Runnable call) {
        Runnable work = () -> {
            try {
                call.run();
            } finally {
                free.release();
            }
        };
        Thread thread = new Thread(work, "daybook-model");
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError noThread) {
            free.release();
            throw noThread;
        }
    }

    /** Rejects null, which a plug-in compiled without a null checker may return. */
    private ModelAnswer answered(ModelAnswer answer) {
        if (answer == null) {
            throw new ModelException(Trouble.FAILED, model.name() + " answered null; throw a ModelException instead");
        }
        return answer;
    }

    private ModelException failure(Throwable cause) {
        if (cause instanceof ModelException known) {
            return known;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        // Names only the type: the message of a foreign exception may quote the prompt.
        return new ModelException(
                Trouble.FAILED, model.name() + " threw " + cause.getClass().getName() + "; see its cause", cause);
    }
}

package dev.daybook.internal.codec;

import dev.daybook.error.EmbedderException;
import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The calls of an embedder that a caller waits for, each within a limit, on a few threads. A call that takes longer is
 * left behind, and no other is made for a pause: a service that hangs costs the limit once, and then a probe now and
 * then (decision 23). Thread-safe.
 */
final class QuestionCalls implements AutoCloseable {

    /** The time from a late call to the next one, which is a probe: one caller makes it, and the others go on. */
    static final Duration PAUSE = Duration.ofSeconds(30);

    /** A model of this process is loaded once, and a load on a busy machine takes seconds. */
    private static final Duration MAX_PREPARATION = Duration.ofMinutes(1);

    private static final int THREADS = Math.max(4, Runtime.getRuntime().availableProcessors());

    private final String embedder;
    private final Duration limit;
    private final Runnable prepare;
    private final LongSupplier nanoTime;
    private final ThreadPoolExecutor threads;
    private volatile boolean isPrepared;

    /** Calls that were left behind. They are interrupted before the next one, so that they do not fill the threads. */
    private final List<Future<?>> late = new ArrayList<>();

    private boolean isPaused;
    private long pausedUntil;

    /** The pauses since a call was answered in time. */
    private int lateInARow;

    /**
     * @param embedder the name for messages
     * @param prepare loads what the first call needs; its time is not that of a call
     * @param nanoTime as {@link System#nanoTime}
     */
    QuestionCalls(String embedder, Duration limit, Runnable prepare, LongSupplier nanoTime) {
        this.embedder = embedder;
        this.limit = limit;
        this.prepare = prepare;
        this.nanoTime = nanoTime;
        this.threads = new ThreadPoolExecutor(
                THREADS, THREADS, PAUSE.toSeconds(), TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread daemon = new Thread(work, "daybook-questions");
                    daemon.setDaemon(true);
                    return daemon;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Makes a call, and waits for it at most for the limit.
     *
     * @throws ModelException if it takes longer, or if an earlier one did and the pause is not over; retryable
     */
    <T> T call(Supplier<T> work) {
        if (!begin()) {
            throw tooLate();
        }
        prepare();
        FutureTask<T> call = new FutureTask<>(() -> {
            T answer = work.get();
            answered();
            return answer;
        });
        return await(call, limit);
    }

    private void prepare() {
        if (!isPrepared) {
            await(new FutureTask<>(prepare, null), MAX_PREPARATION);
            isPrepared = true;
        }
    }

    private <T> T await(FutureTask<T> call, Duration longest) {
        threads.execute(call);
        try {
            T answer = call.get(longest.toNanos(), TimeUnit.NANOSECONDS);
            inTime();
            return answer;
        } catch (ExecutionException failed) {
            inTime();
            throw unchecked(failed.getCause());
        } catch (TimeoutException e) {
            leave(call);
            throw tooLate();
        } catch (InterruptedException e) {
            call.cancel(true);
            Thread.currentThread().interrupt();
            throw new ModelException(
                    Trouble.FAILED, embedder + " was not waited for, because the thread was interrupted; ask again", e);
        }
    }

    private RuntimeException unchecked(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        // Other languages than Java throw checked exceptions anywhere. The message may quote the question.
        return cause instanceof RuntimeException own
                ? own
                : new EmbedderException(
                        embedder + " failed with " + cause.getClass().getName(), cause);
    }

    /** Tests whether a call may be made; that after a pause is a probe, and begins the next pause for the others. */
    private synchronized boolean begin() {
        if (!isPaused) {
            return true;
        }
        long now = nanoTime.getAsLong();
        if (now - pausedUntil < 0) {
            return false;
        }
        pausedUntil = now + PAUSE.toNanos();
        lateInARow++;
        late.forEach(call -> call.cancel(true));
        late.clear();
        return true;
    }

    private synchronized void inTime() {
        isPaused = false;
        lateInARow = 0;
    }

    private synchronized void leave(FutureTask<?> call) {
        if (threads.remove(call)) {
            // It waited for a thread: many callers are no fault of the embedder.
            call.cancel(false);
            return;
        }
        late.removeIf(Future::isDone);
        late.add(call);
        if (!isPaused) {
            isPaused = true;
            lateInARow++;
        }
        pausedUntil = nanoTime.getAsLong() + PAUSE.toNanos();
    }

    /** A first late answer ends the pause: the machine was busy for a moment. A service that is slow each time stays out. */
    private synchronized void answered() {
        if (lateInARow == 1) {
            isPaused = false;
        }
    }

    private ModelException tooLate() {
        return new ModelException(Trouble.TIMEOUT, tooLateText());
    }

    private String tooLateText() {
        return embedder + " did not answer a question within " + seconds() + " s; it is tried again after "
                + PAUSE.toSeconds()
                + " s, and until then a hybrid search uses keywords; ask again later, use keyword search,"
                + " or give it more time with questionTimeout(…)";
    }

    private String seconds() {
        return limit.toMillis() % 1_000 == 0
                ? String.valueOf(limit.toSeconds())
                : String.valueOf(limit.toMillis() / 1_000.0);
    }

    /** Returns why no call is made, until one is answered; empty if calls are made. */
    synchronized Optional<String> pause() {
        return isPaused ? Optional.of(tooLateText()) : Optional.empty();
    }

    /** Interrupts the calls that are left. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}

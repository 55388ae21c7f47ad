package dev.daybook.server.http;

import dev.daybook.server.problem.Limited;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * A few threads, and calls that wait for one. A burst may wait, because it will be over before its callers notice; a load
 * that lasts may not, because all would wait as long as the queue is: once a call was refused, next to none may wait until
 * many in a row were not. What is too long for a queue is told from what is only a burst as on a network (Nichols and Jacobson,
 * "Controlling Queue Delay", 2012), by calls in place of milliseconds: a stop of the process is no calm. What waited too
 * long all the same is refused in place of being begun. Thread-safe.
 */
final class Lane {

    /** Under a load that lasts next to no such row of calls finds a place. */
    static final int CALM = 32;

    /** So that no thread is idle while its next call is on the way. */
    private static final int WAITING_IN_OVERLOAD = 1;

    private final ThreadPoolExecutor pool;
    private final int threads;
    private final int burst;
    private final int retrySeconds;
    private final long longestWaitNanos;
    private final LongSupplier nanoTime;
    /** The calls that were admitted and are not over. The queue does not tell: what is in it may have a thread in a moment. */
    private final AtomicInteger admitted = new AtomicInteger();

    private int admittedInRow = CALM;

    /**
     * A lane.
     *
     * @param burst how many calls may wait while none is refused
     * @param retrySeconds when a caller is told to come again
     * @param longestWait after which a call that still waits is refused
     * @param nanoTime as {@link System#nanoTime}
     */
    Lane(String name, int threads, int burst, int retrySeconds, Duration longestWait, LongSupplier nanoTime) {
        this(named(name), threads, burst, retrySeconds, longestWait, nanoTime);
    }

    Lane(ThreadFactory factory, int threads, int burst, int retrySeconds, Duration longestWait, LongSupplier nanoTime) {
        pool = new ThreadPoolExecutor(threads, threads, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
        this.threads = threads;
        this.burst = burst;
        this.retrySeconds = retrySeconds;
        this.longestWaitNanos = longestWait.toNanos();
        this.nanoTime = nanoTime;
    }

    private static ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Runs a call and waits for it.
     *
     * @throws Limited if the lane is full, or the call waited too long; it was not begun then
     */
    <T> T run(Callable<T> call) throws Exception {
        return outcome(admit(call));
    }

    /**
     * Runs a further piece of a call that was admitted, however long it must wait: the call is half done, and to refuse it
     * now would spoil what was answered. Whoever uses it bounds how many such calls there are.
     *
     * @throws Limited if the lane is closed
     */
    <T> T runOn(Callable<T> piece) throws Exception {
        admitted.incrementAndGet();
        return outcome(submit(piece));
    }

    private static <T> T outcome(Future<T> running) throws Exception {
        try {
            return running.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** One at a time: two that look together would both take the last place. */
    private synchronized <T> Future<T> admit(Callable<T> call) {
        if (refuses()) {
            throw refusal();
        }
        admittedInRow = Math.min(admittedInRow + 1, CALM);
        admitted.incrementAndGet();
        long since = nanoTime.getAsLong();
        return submit(() -> {
            if (nanoTime.getAsLong() - since > longestWaitNanos) {
                breakRow();
                throw refusal();
            }
            return call.call();
        });
    }

    /** Its call is counted already. */
    private <T> Future<T> submit(Callable<T> call) {
        boolean submitted = false;
        try {
            Future<T> running = pool.submit(() -> {
                try {
                    return call.call();
                } finally {
                    admitted.decrementAndGet();
                }
            });
            submitted = true;
            return running;
        } catch (RejectedExecutionException e) {
            throw refusal();
        } finally {
            // The system may have no more threads to give; the place of this call is free again all the same.
            if (!submitted) {
                admitted.decrementAndGet();
            }
        }
    }

    /** Whether a call is refused as others just were: then it need not even be read. It counts as refused. */
    synchronized boolean turnsAway() {
        return admittedInRow < CALM && refuses();
    }

    /** Whether there is no place; then the row of admitted calls is broken. */
    private boolean refuses() {
        int waiting = admittedInRow < CALM ? WAITING_IN_OVERLOAD : burst;
        boolean full = pool.isShutdown() || admitted.get() >= threads + waiting;
        if (full) {
            admittedInRow = 0;
        }
        return full;
    }

    private synchronized void breakRow() {
        admittedInRow = 0;
    }

    /** What a call is answered that is not admitted. */
    Limited refusal() {
        return new Limited("more is asked than can be done now; ask again in " + retrySeconds + " s", retrySeconds);
    }

    /** How many calls wait for a thread. */
    int waiting() {
        return pool.getQueue().size();
    }

    /** Takes no more calls. */
    synchronized void shut() {
        pool.shutdown();
    }

    /** Breaks off what is not over by {@link System#nanoTime()}. */
    void end(long deadline) throws InterruptedException {
        if (!pool.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            pool.shutdownNow();
        }
    }
}

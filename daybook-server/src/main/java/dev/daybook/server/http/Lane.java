package dev.daybook.server.http;

import dev.daybook.server.problem.Limited;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
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
 * long all the same is refused in place of being begun.
 *
 * <p>No key keeps the others out: who has next to nothing under way finds a place when those who have more are refused, and
 * a thread before their further calls. Thread-safe.
 */
final class Lane {

    /** Under a load that lasts next to no such row of calls finds a place. */
    static final int CALM = 32;

    /** So that no thread is idle while its next call is on the way. */
    private static final int WAITING_IN_OVERLOAD = 1;

    private final KeyTurns turns;
    private final LaneSize size;
    private final int retrySeconds;
    private final long longestWaitNanos;
    private final LongSupplier nanoTime;

    /** The calls that were admitted and are not over. The queue does not tell: what is in it may have a thread in a moment. */
    private int admitted;

    private final Map<String, Integer> admittedOfKey = new HashMap<>();
    private boolean isShut;
    private int admittedInRow = CALM;

    /**
     * A lane.
     *
     * @param retrySeconds when a caller is told to come again
     * @param longestWait after which a call that still waits is refused
     * @param nanoTime as {@link System#nanoTime}
     */
    Lane(String name, LaneSize size, int retrySeconds, Duration longestWait, LongSupplier nanoTime) {
        this(named(name), size, retrySeconds, longestWait, nanoTime);
    }

    Lane(ThreadFactory factory, LaneSize size, int retrySeconds, Duration longestWait, LongSupplier nanoTime) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size.threads(), size.threads(), 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
        this.turns = new KeyTurns(pool, size.threadsOfKey());
        this.size = size;
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
     * @param key the id of the caller's key; empty for callers without one, who share what a key may have
     * @throws Limited if the lane is full, or the call waited too long; it was not begun then
     */
    <T> T run(String key, Callable<T> call) throws Exception {
        return outcome(admit(key, call));
    }

    /**
     * Runs a further piece of a call that was admitted, however long it must wait: the call is half done, and to refuse it
     * now would spoil what was answered. It takes no place of another call, so whoever uses it bounds how many such calls
     * there are.
     *
     * @throws Limited if the lane is closed
     */
    <T> T runOn(String key, Callable<T> piece) throws Exception {
        return outcome(submit(key, piece));
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
    private synchronized <T> Future<T> admit(String key, Callable<T> call) {
        int own = admittedOfKey.getOrDefault(key, 0);
        if (own >= size.placesOfKey()) {
            // The lane has room for others, so this is no overload.
            throw limited(own + " calls of this kind and this key are under way, which is all that one key may have");
        }
        if (refuses(own)) {
            throw refusal();
        }
        admittedInRow = Math.min(admittedInRow + 1, CALM);
        admitted++;
        admittedOfKey.put(key, own + 1);
        long since = nanoTime.getAsLong();
        boolean submitted = false;
        try {
            Future<T> running = submit(key, () -> {
                try {
                    return begin(since, call);
                } finally {
                    leave(key);
                }
            });
            submitted = true;
            return running;
        } finally {
            // The system may have no more threads to give; the place of this call is free again all the same.
            if (!submitted) {
                leave(key);
            }
        }
    }

    private <T> T begin(long since, Callable<T> call) throws Exception {
        if (nanoTime.getAsLong() - since > longestWaitNanos) {
            breakRow();
            throw refusal();
        }
        return call.call();
    }

    private synchronized void leave(String key) {
        admitted--;
        admittedOfKey.computeIfPresent(key, (same, own) -> own == 1 ? null : own - 1);
    }

    private <T> Future<T> submit(String key, Callable<T> call) {
        FutureTask<T> running = new FutureTask<>(call);
        try {
            turns.submit(key, running);
        } catch (RejectedExecutionException e) {
            throw refusal();
        }
        return running;
    }

    /**
     * Whether a call is refused as others just were: then it need not even be read. It counts as refused.
     *
     * @param key that of the caller; empty if it is unknown
     */
    synchronized boolean turnsAway(String key) {
        return isOverloaded() && refuses(admittedOfKey.getOrDefault(key, 0));
    }

    /** Whether calls were refused just now. */
    synchronized boolean isOverloaded() {
        return admittedInRow < CALM;
    }

    /** Whether there is no place for who has so many calls under way; then the row of admitted calls is broken. */
    private boolean refuses(int own) {
        int waiting = isOverloaded() ? WAITING_IN_OVERLOAD : size.burst();
        int places = own < size.fewOfKey() ? size.most() : size.threads() + waiting;
        boolean full = isShut || admitted >= places;
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
        return limited("more is asked than can be done now");
    }

    private Limited limited(String why) {
        return new Limited(why + "; ask again in " + retrySeconds + " s", retrySeconds);
    }

    /** How many calls wait for a thread. */
    int waiting() {
        return turns.waiting();
    }

    /** Takes no more calls. */
    synchronized void shut() {
        isShut = true;
        turns.shut();
    }

    /** Breaks off what is not over by {@link System#nanoTime()}. */
    void end(long deadline) throws InterruptedException {
        turns.end(deadline);
    }
}

package dev.daybook.server.http;

import dev.daybook.server.problem.OverloadedException;
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
 * A worker pool with admission control and load shedding: a few threads, and a queue of calls. A burst may queue,
 * because it is over before its callers notice; a lasting overload may not, because every call would wait for the whole
 * queue: after one refusal almost no call may queue until many in a row were admitted. The distinction follows CoDel
 * (Nichols and Jacobson, "Controlling Queue Delay", 2012), but counts calls instead of milliseconds, since a pause of
 * the process is not the end of an overload. A call that waited too long is refused before it begins.
 *
 * <p>The pool is fair between keys: a caller with few calls in progress is still admitted when callers with more are
 * refused, and gets a thread before their further calls. Thread-safe.
 */
final class WorkerPool {

    /** Number of admissions in a row that ends an overload. */
    static final int CALM = 32;

    /** Keeps threads busy while the next call is on its way. */
    private static final int WAITING_IN_OVERLOAD = 1;

    private final FairKeyQueue turns;
    private final WorkerPoolSize size;
    private final int retrySeconds;
    private final long longestWaitNanos;
    private final LongSupplier nanoTime;

    /**
     * Number of admitted, unfinished calls. The queue size does not tell: a queued call may get a thread any moment.
     */
    private int admitted;

    private final Map<String, Integer> admittedOfKey = new HashMap<>();
    private boolean isShut;
    private int admittedInRow = CALM;

    /**
     * Creates a worker pool.
     *
     * @param retrySeconds the retry delay sent to a refused caller
     * @param longestWait the longest time in the queue; then a call is refused
     * @param nanoTime as {@link System#nanoTime}
     */
    WorkerPool(String name, WorkerPoolSize size, int retrySeconds, Duration longestWait, LongSupplier nanoTime) {
        this(named(name), size, retrySeconds, longestWait, nanoTime);
    }

    WorkerPool(
            ThreadFactory factory, WorkerPoolSize size, int retrySeconds, Duration longestWait, LongSupplier nanoTime) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size.threads(), size.threads(), 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
        this.turns = new FairKeyQueue(pool, size.threadsOfKey());
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
     * Runs a call and waits for its end.
     *
     * @param key the id of the caller's key; empty for callers without one, who share the limits of one key
     * @throws OverloadedException if the pool is full, or the call waited too long; the call was not begun
     */
    <T> T run(String key, Callable<T> call) throws Exception {
        return outcome(admit(key, call));
    }

    /**
     * Runs a further part of an admitted call, however long it must wait: refusing it would spoil an answer in
     * progress. It is not counted as a call, so the caller must bound the number of such calls.
     *
     * @throws OverloadedException if the pool is closed
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

    /** Synchronized: two concurrent checks would both take the last place. */
    private synchronized <T> Future<T> admit(String key, Callable<T> call) {
        int own = admittedOfKey.getOrDefault(key, 0);
        if (own >= size.placesOfKey()) {
            // Other keys have room, so this is not an overload.
            throw limited(own + " calls of this kind are in progress for this key, the maximum");
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
            // The system may have no more threads; the place of this call must be released.
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
     * Returns whether a call would be refused like the ones just before, so that it need not be read. Counts as a
     * refusal.
     *
     * @param key the caller's key; empty if unknown
     */
    synchronized boolean turnsAway(String key) {
        return isOverloaded() && refuses(admittedOfKey.getOrDefault(key, 0));
    }

    /** Returns whether calls were refused just now. */
    synchronized boolean isOverloaded() {
        return admittedInRow < CALM;
    }

    /** Returns whether a caller with so many calls in progress is refused; then the row of admissions is broken. */
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

    /** Returns the refusal of an overloaded pool. */
    OverloadedException refusal() {
        return limited("server overloaded");
    }

    private OverloadedException limited(String why) {
        return new OverloadedException(why + "; retry in " + retrySeconds + " s", retrySeconds);
    }

    /** Returns the number of queued calls. */
    int waiting() {
        return turns.waiting();
    }

    /** Refuses further calls. */
    synchronized void shut() {
        isShut = true;
        turns.shut();
    }

    /** Interrupts the calls that have not ended by {@link System#nanoTime()}. */
    void end(long deadline) throws InterruptedException {
        turns.end(deadline);
    }
}

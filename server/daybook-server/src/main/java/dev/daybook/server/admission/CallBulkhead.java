package dev.daybook.server.admission;

import dev.daybook.server.problem.OverloadedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A bulkhead with admission control and load shedding: a few permits, and a queue of calls. A call runs on the thread of
 * its request: handing it to another thread costs a fifth of the calls per second (decision 102). A burst may queue,
 * because it is over before its callers notice; a lasting overload may not, because every call would wait for the whole
 * queue: after one refusal almost no call may queue until many in a row were admitted. The distinction follows CoDel
 * (Nichols and Jacobson, "Controlling Queue Delay", 2012), but counts calls instead of milliseconds, since a pause of
 * the process is not the end of an overload. During an overload fewer calls run at once, because they share the
 * processors with the refusals (decision 102). A call that waited too long is refused before it begins.
 *
 * <p>It is fair between keys: a caller with few calls in progress is still admitted when callers with more are
 * refused, and gets a permit before their further calls. Thread-safe.
 */
final class CallBulkhead {

    /** Number of admissions in a row that ends an overload. */
    static final int CALM = 32;

    private final BulkheadSize size;
    private final int retrySeconds;
    private final long longestWaitNanos;
    private final LongSupplier nanoTime;

    private final Semaphore permits;
    private final Map<String, KeyCalls> byKey = new HashMap<>();
    private final Set<Thread> threads = new HashSet<>();

    /**
     * Number of admitted, unfinished calls. The queue size does not tell: a queued call may get a permit any moment.
     */
    private int admitted;

    private boolean isShut;
    private int admittedInRow = CALM;

    /**
     * Creates a bulkhead.
     *
     * @param retrySeconds the retry delay sent to a refused caller
     * @param longestWait the longest time in the queue; then a call is refused
     * @param nanoTime as {@link System#nanoTime}
     */
    CallBulkhead(BulkheadSize size, int retrySeconds, Duration longestWait, LongSupplier nanoTime) {
        this.size = size;
        this.retrySeconds = retrySeconds;
        this.longestWaitNanos = longestWait.toNanos();
        this.nanoTime = nanoTime;
        this.permits = new Semaphore(size.permits(), true);
    }

    /** The calls of one key. Those without a permit of the key wait for these, not ahead of the calls of other keys. */
    private static final class KeyCalls {
        private final Semaphore permits;
        private int admitted;
        private int threads;

        KeyCalls(int permits) {
            this.permits = new Semaphore(permits, true);
        }
    }

    /**
     * Runs a call on this thread, after a wait for a permit.
     *
     * @param key the id of the caller's key; empty for callers without one, who share the limits of one key
     * @throws OverloadedException if the bulkhead is full, or the call waited too long; the call was not begun
     */
    <T> T run(String key, Callable<T> call) throws Exception {
        KeyCalls own = admit(key);
        try {
            long since = nanoTime.getAsLong();
            return permitted(own, () -> {
                if (nanoTime.getAsLong() - since > longestWaitNanos) {
                    breakRow();
                    throw refusal();
                }
                return call.call();
            });
        } finally {
            leave(key, own, 1);
        }
    }

    /**
     * Runs a further part of an admitted call, however long it must wait: refusing it would spoil an answer in
     * progress. It is not counted as a call, so the caller must bound the number of such calls.
     *
     * @throws OverloadedException if the bulkhead is closed
     */
    <T> T runOn(String key, Callable<T> piece) throws Exception {
        KeyCalls own = enter(key);
        try {
            return permitted(own, piece);
        } finally {
            leave(key, own, 0);
        }
    }

    /** The permit of the key comes first: a call that waits for it has no place in the queue of all keys yet. */
    private <T> T permitted(KeyCalls own, Callable<T> call) throws Exception {
        own.permits.acquire();
        try {
            permits.acquire();
            try {
                return call.call();
            } catch (Error e) {
                // An error fails its call, not the connection.
                throw new ExecutionException(e);
            } finally {
                permits.release();
            }
        } finally {
            own.permits.release();
        }
    }

    /** Synchronized: two concurrent checks would both take the last place. */
    private synchronized KeyCalls admit(String key) {
        int own = admitted(key);
        if (own >= size.placesOfKey()) {
            // Other keys have room, so this is not an overload.
            throw limited(own + " calls of this kind are in progress for this key, the maximum");
        }
        if (refuses(own)) {
            throw refusal();
        }
        admittedInRow = Math.min(admittedInRow + 1, CALM);
        admitted++;
        KeyCalls calls = enter(key);
        calls.admitted++;
        return calls;
    }

    private synchronized KeyCalls enter(String key) {
        if (isShut) {
            throw refusal();
        }
        threads.add(Thread.currentThread());
        KeyCalls own = byKey.computeIfAbsent(key, first -> new KeyCalls(size.permitsOfKey()));
        own.threads++;
        return own;
    }

    private synchronized void leave(String key, KeyCalls own, int calls) {
        admitted -= calls;
        own.admitted -= calls;
        if (--own.threads == 0) {
            byKey.remove(key);
        }
        threads.remove(Thread.currentThread());
        if (isShut) {
            // The call may have been interrupted, its thread goes on.
            Thread.interrupted();
            notifyAll();
        }
    }

    /**
     * Returns whether a call would be refused like the ones just before, so that it need not be read. Counts as a
     * refusal.
     *
     * @param key the caller's key; empty if unknown
     */
    synchronized boolean turnsAway(String key) {
        return isOverloaded() && refuses(admitted(key));
    }

    private int admitted(String key) {
        KeyCalls own = byKey.get(key);
        return own == null ? 0 : own.admitted;
    }

    /** Returns whether calls were refused just now. */
    synchronized boolean isOverloaded() {
        return admittedInRow < CALM;
    }

    /** Returns whether a caller with so many calls in progress is refused; then the row of admissions is broken. */
    private boolean refuses(int own) {
        int places = own < size.fewOfKey() ? size.most() : size.places(isOverloaded());
        boolean full = isShut || admitted >= places;
        if (full) {
            admittedInRow = 0;
        }
        return full;
    }

    private synchronized void breakRow() {
        admittedInRow = 0;
    }

    /** Returns the refusal of an overloaded bulkhead. */
    OverloadedException refusal() {
        return limited("server overloaded");
    }

    private OverloadedException limited(String why) {
        return new OverloadedException(why + "; retry in " + retrySeconds + " s", retrySeconds);
    }

    /** Returns the number of queued calls. */
    synchronized int waiting() {
        return permits.getQueueLength()
                + byKey.values().stream()
                        .mapToInt(own -> own.permits.getQueueLength())
                        .sum();
    }

    /** Returns the number of entries for keys; 0 without a call, so that old keys take no memory. */
    synchronized int keys() {
        return byKey.size();
    }

    /** Refuses further calls. */
    synchronized void shut() {
        isShut = true;
    }

    /** Waits for the admitted calls, and interrupts those that have not ended by {@link System#nanoTime()}. */
    synchronized void end(long deadline) throws InterruptedException {
        for (long left = deadline - System.nanoTime();
                !threads.isEmpty() && left > 0;
                left = deadline - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        threads.forEach(Thread::interrupt);
    }
}

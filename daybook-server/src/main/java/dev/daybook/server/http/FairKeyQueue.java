package dev.daybook.server.http;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Schedules the calls of a pool fairly between keys: each key has a limited number of calls in the pool, and its other
 * calls wait for these, not ahead of the calls of other keys. Thread-safe.
 */
final class FairKeyQueue {

    private final ThreadPoolExecutor pool;
    private final int mostOfKey;
    private final Map<String, OfKey> byKey = new HashMap<>();
    private int held;

    FairKeyQueue(ThreadPoolExecutor pool, int mostOfKey) {
        this.pool = pool;
        this.mostOfKey = mostOfKey;
    }

    /** The calls of one key; some wait only if its limit in the pool is reached. */
    private static final class OfKey {
        private final Queue<Runnable> held = new ArrayDeque<>();
        private int inPool;
    }

    /**
     * Runs a call as soon as its key has room.
     *
     * @throws RejectedExecutionException if the pool is shut down
     */
    synchronized void submit(String key, Runnable call) {
        if (pool.isShutdown()) {
            throw new RejectedExecutionException("the pool is shut down");
        }
        OfKey calls = byKey.computeIfAbsent(key, unused -> new OfKey());
        if (calls.inPool == mostOfKey) {
            calls.held.add(call);
            held++;
            return;
        }
        boolean taken = false;
        try {
            pool.execute(() -> run(key, call));
            calls.inPool++;
            taken = true;
        } finally {
            if (!taken && calls.inPool == 0) {
                byKey.remove(key);
            }
        }
    }

    private void run(String key, Runnable first) {
        for (Runnable call = first; call != null; call = next(key)) {
            call.run();
        }
    }

    /** Queues the next call of the key behind the calls of other keys; runs it here if the pool rejects it. */
    private synchronized @Nullable Runnable next(String key) {
        OfKey calls = byKey.get(key);
        if (calls == null) {
            return null;
        }
        Runnable next = calls.held.poll();
        if (next == null) {
            if (--calls.inPool == 0) {
                byKey.remove(key);
            }
            return null;
        }
        held--;
        try {
            pool.execute(() -> run(key, next));
            return null;
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            return next;
        }
    }

    /** Returns the number of waiting calls. */
    synchronized int waiting() {
        return pool.getQueue().size() + held;
    }

    synchronized void shut() {
        pool.shutdown();
    }

    /** Interrupts the calls that have not ended by {@link System#nanoTime()}. */
    void end(long deadline) throws InterruptedException {
        if (!pool.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            pool.shutdownNow();
        }
    }
}

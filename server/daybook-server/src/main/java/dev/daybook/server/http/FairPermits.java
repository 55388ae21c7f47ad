package dev.daybook.server.http;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Permits to run calls, granted fairly between keys: each key has a limited number of calls that hold or queue for a permit,
 * and its other calls wait for these, not ahead of the calls of other keys. Thread-safe.
 */
final class FairPermits {

    private final int permits;
    private final int mostOfKey;
    private final Map<String, OfKey> byKey = new HashMap<>();
    private final Queue<WaitingCall> queue = new ArrayDeque<>();
    private final Set<Thread> running = new HashSet<>();
    private int free;
    private int held;
    private boolean shut;

    /**
     * Creates free permits.
     *
     * @param mostOfKey the limit of each key
     */
    FairPermits(int permits, int mostOfKey) {
        this.permits = permits;
        this.mostOfKey = mostOfKey;
        this.free = permits;
    }

    /** The calls of one key; some are held back only if its limit is reached. */
    private static final class OfKey {
        private final Queue<WaitingCall> held = new ArrayDeque<>();
        private int entered;
    }

    private record WaitingCall(String key, Thread thread, CountDownLatch granted) {}

    /**
     * Waits for a permit, which the thread gives back with {@link #release}.
     *
     * @throws RejectedExecutionException if the permits are shut
     */
    void acquire(String key) throws InterruptedException {
        WaitingCall call = new WaitingCall(key, Thread.currentThread(), new CountDownLatch(1));
        enter(call);
        try {
            call.granted().await();
        } catch (InterruptedException e) {
            abandon(call);
            throw e;
        }
    }

    private synchronized void enter(WaitingCall call) {
        if (shut) {
            throw new RejectedExecutionException("no further call is admitted");
        }
        OfKey calls = byKey.computeIfAbsent(call.key(), unused -> new OfKey());
        if (calls.entered == mostOfKey) {
            calls.held.add(call);
            held++;
        } else {
            calls.entered++;
            queue.add(call);
            grant();
        }
    }

    private void grant() {
        while (free > 0 && !queue.isEmpty()) {
            WaitingCall next = queue.remove();
            free--;
            running.add(next.thread());
            next.granted().countDown();
        }
    }

    /** Gives the permit of this thread back. */
    synchronized void release(String key) {
        running.remove(Thread.currentThread());
        free++;
        leave(key);
        if (shut) {
            // The call was interrupted, its thread goes on.
            Thread.interrupted();
            notifyAll();
        }
    }

    private synchronized void abandon(WaitingCall call) {
        OfKey calls = byKey.get(call.key());
        if (call.granted().getCount() == 0) {
            release(call.key());
        } else if (calls != null && calls.held.remove(call)) {
            held--;
        } else {
            queue.remove(call);
            leave(call.key());
        }
    }

    /** Queues the next call of the key behind the calls of other keys. */
    private void leave(String key) {
        OfKey calls = byKey.get(key);
        WaitingCall next = calls == null ? null : calls.held.poll();
        if (next != null) {
            held--;
            queue.add(next);
        } else if (calls != null && --calls.entered == 0) {
            byKey.remove(key);
        }
        grant();
    }

    /** Returns the number of waiting calls. */
    synchronized int waiting() {
        return queue.size() + held;
    }

    /** Returns the number of keys with calls. */
    synchronized int keys() {
        return byKey.size();
    }

    /** Admits no further call. */
    synchronized void shut() {
        shut = true;
    }

    /** Interrupts the calls that have not ended by {@link System#nanoTime()}. */
    synchronized void end(long deadline) throws InterruptedException {
        for (long left = deadline - System.nanoTime();
                free < permits && left > 0;
                left = deadline - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        running.forEach(Thread::interrupt);
        queue.forEach(call -> call.thread().interrupt());
        byKey.values().forEach(calls -> calls.held.forEach(call -> call.thread().interrupt()));
    }
}

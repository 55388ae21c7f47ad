package dev.daybook.internal.index;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Lock;

/**
 * The read locks of one search. Its scope indexes stay unchanged until the locks are closed, by the thread that took
 * them; no index may be used after that. Open a second one, not the same one again, to read a scope twice: a waiting
 * refresh would otherwise block itself.
 */
public final class IndexLocks implements AutoCloseable {

    private final Deque<Lock> held = new ArrayDeque<>();

    void take(Lock lock) {
        lock.lock();
        held.push(lock);
    }

    /** Takes a lock if no refresh holds it. */
    boolean tryToTake(Lock lock) {
        boolean taken = lock.tryLock();
        if (taken) {
            held.push(lock);
        }
        return taken;
    }

    void releaseLast() {
        held.pop().unlock();
    }

    @Override
    public void close() {
        while (!held.isEmpty()) {
            releaseLast();
        }
    }
}

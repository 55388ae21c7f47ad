package dev.daybook.internal.commit;

import dev.daybook.model.Scope;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Write locks of scopes. A change that reads, decides and writes holds the lock of its scope, so that no other such change
 * comes in between. New episodes are written without it. Scopes share a fixed number of locks; two scopes on one lock only
 * wait for each other.
 */
public final class ScopeLocks {

    private static final int LOCKS = 64;

    private final ReentrantLock[] locks =
            IntStream.range(0, LOCKS).mapToObj(i -> new ReentrantLock()).toArray(ReentrantLock[]::new);

    public ScopeLocks() {}

    public <T> T withLock(Scope scope, Supplier<T> work) {
        return withLock(number(scope), work);
    }

    /** Runs work under the locks of two scopes. Locks are always taken in one order, so there is no deadlock. */
    public <T> T withLocks(Scope one, Scope other, Supplier<T> work) {
        int first = Math.min(number(one), number(other));
        int second = Math.max(number(one), number(other));
        return withLock(first, () -> withLock(second, work));
    }

    private <T> T withLock(int number, Supplier<T> work) {
        ReentrantLock lock = locks[number];
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    private static int number(Scope scope) {
        return Math.floorMod(scope.hashCode(), LOCKS);
    }
}

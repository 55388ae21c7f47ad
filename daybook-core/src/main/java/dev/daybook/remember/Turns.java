package dev.daybook.remember;

import dev.daybook.data.Scope;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Turns of writing: whoever must read a scope, decide and write takes its turn, so that nobody writes in between.
 * Scopes share a fixed number of locks; two that meet on one only wait for each other.
 */
public final class Turns {

    private static final int LOCKS = 64;

    private final ReentrantLock[] locks =
            IntStream.range(0, LOCKS).mapToObj(i -> new ReentrantLock()).toArray(ReentrantLock[]::new);

    public Turns() {}

    public <T> T take(Scope scope, Supplier<T> work) {
        return take(number(scope), work);
    }

    /** The turns of two scopes at once. Locks are always taken in one order, so that nobody waits for each other. */
    public <T> T takeBoth(Scope one, Scope other, Supplier<T> work) {
        int first = Math.min(number(one), number(other));
        int second = Math.max(number(one), number(other));
        return take(first, () -> take(second, work));
    }

    private <T> T take(int number, Supplier<T> work) {
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

package dev.daybook.ask;

import java.time.Duration;

/** Waits before a model that had trouble is asked again. */
@FunctionalInterface
public interface BackOff {

    /** No waiting. */
    BackOff NONE = failures -> {};

    /**
     * Waits.
     *
     * @param failures how many times in a row there was trouble, 1 or more
     */
    void await(int failures) throws InterruptedException;

    /** Twice as long each time, up to a limit. */
    static BackOff doubling(Duration first, Duration longest) {
        return failures -> Thread.sleep(delay(first, longest, failures).toMillis());
    }

    /** How long {@link #doubling} waits. */
    static Duration delay(Duration first, Duration longest, int failures) {
        // Far beyond 2^20 any first step has reached its limit; it also keeps the product from overflowing.
        Duration delay = first.multipliedBy(1L << Math.min(failures - 1, 20));
        return delay.compareTo(longest) < 0 ? delay : longest;
    }
}

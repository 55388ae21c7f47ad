package dev.daybook.internal.inference;

import java.time.Duration;

/** The wait before the next attempt after a transient failure. */
@FunctionalInterface
public interface RetryBackoff {

    /** No waiting. */
    RetryBackoff NONE = failures -> {};

    /**
     * Waits.
     *
     * @param failures the number of failures in a row, at least 1
     */
    void await(int failures) throws InterruptedException;

    /** Returns a back-off that doubles each time, up to a limit. */
    static RetryBackoff doubling(Duration first, Duration longest) {
        return failures -> Thread.sleep(delay(first, longest, failures).toMillis());
    }

    /** Returns the wait of {@link #doubling}. */
    static Duration delay(Duration first, Duration longest, int failures) {
        // Beyond 2^20 any first step has reached its limit; the bound also prevents an overflow.
        Duration delay = first.multipliedBy(1L << Math.min(failures - 1, 20));
        return delay.compareTo(longest) < 0 ? delay : longest;
    }
}

package dev.daybook.internal.consolidate;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits background work that nobody waits for to a quarter of one processor. A piece of work that takes more than a third of
 * a second takes more, as the longest rest is one second.
 */
final class BackgroundPace {

    /** The rest after a piece of work, as a multiple of its time. */
    private static final int REST = 3;

    /** The longest rest. A piece of work that takes this long is mostly a wait for the store. */
    private static final Duration MAX_REST = Duration.ofSeconds(1);

    private final LongSupplier nanoTime;

    BackgroundPace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Returns the time at which a piece of work begins. */
    long begin() {
        return nanoTime.getAsLong();
    }

    /** Returns the rest after a piece of work that ends now. */
    Duration rest(long begin) {
        Duration rest = Duration.ofNanos(nanoTime.getAsLong() - begin).multipliedBy(REST);
        return rest.compareTo(MAX_REST) > 0 ? MAX_REST : rest;
    }
}

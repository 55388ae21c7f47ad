package dev.daybook.internal.consolidate;

import dev.daybook.model.Scope;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
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

    /** A queued scope that waits for longer is behind: then the thread does not rest. */
    private static final Duration MAX_WAIT = Duration.ofMinutes(1);

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

    /**
     * Tests whether scopes have waited for so long that they come before the rest. One that fails waits until its cause is
     * mended, whatever the thread does: without the rest it would take the processor from the calls meanwhile.
     *
     * @param behindSince the start of each wait, oldest first
     * @param failing the scopes that wait for their next try
     */
    boolean isLate(Map<Scope, Long> behindSince, Set<Scope> failing) {
        long now = nanoTime.getAsLong();
        return behindSince.entrySet().stream()
                .filter(wait -> !failing.contains(wait.getKey()))
                .findFirst()
                .filter(wait -> now - wait.getValue() > MAX_WAIT.toNanos())
                .isPresent();
    }
}

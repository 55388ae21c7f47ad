package dev.daybook.server.http;

import java.time.Duration;

/**
 * What the process has for its callers.
 *
 * @param heap the most bytes of the heap; bodies get a share of it
 * @param grace how long a body may take to arrive, however small
 * @param bytesPerSecond how fast a body must arrive after that, on average
 */
record ServerLimits(long heap, Duration grace, long bytesPerSecond) {

    /** Half a megabit a second: what a poor connection still has. */
    private static final long LEAST_BYTES_PER_SECOND = 64 << 10;

    static ServerLimits ofProcess() {
        return new ServerLimits(Runtime.getRuntime().maxMemory(), Duration.ofSeconds(10), LEAST_BYTES_PER_SECOND);
    }

    /** How long so many bytes may take to arrive. */
    long nanosFor(long bytes) {
        return grace.toNanos() + (long) (bytes * 1e9 / bytesPerSecond);
    }
}

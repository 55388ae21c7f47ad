package dev.daybook.server.admission;

import java.time.Duration;

/**
 * The resource limits of the process.
 *
 * @param heap maximum heap in bytes; bodies get a share of it
 * @param grace time for a body to arrive, however small
 * @param bytesPerSecond minimum average rate of a body after that
 */
public record ServerLimits(long heap, Duration grace, long bytesPerSecond) {

    /** Half a megabit a second, the rate of a poor connection. */
    private static final long MIN_BYTES_PER_SECOND = 64 << 10;

    /** The heads of all connections, each as long as it may be, take at most this part of the heap. */
    private static final int SHARE_OF_HEADS = 8;

    private static final int MIN_CONNECTIONS = 256;

    public static ServerLimits ofProcess() {
        return new ServerLimits(Runtime.getRuntime().maxMemory(), Duration.ofSeconds(10), MIN_BYTES_PER_SECOND);
    }

    /**
     * Returns the maximum number of connections.
     *
     * @param headBytes the longest head of a request
     */
    public int connections(int headBytes) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(MIN_CONNECTIONS, heap / SHARE_OF_HEADS / headBytes));
    }

    /** Returns the time in which so many bytes must arrive. */
    long nanosFor(long bytes) {
        return grace.toNanos() + (long) (bytes * 1e9 / bytesPerSecond);
    }
}

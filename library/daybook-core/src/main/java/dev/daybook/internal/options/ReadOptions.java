package dev.daybook.internal.options;

import java.time.Duration;

/**
 * The options of the read path.
 *
 * @param memoryBudget maximum bytes of all scope indexes and cached entries together
 * @param catchUp how long a query waits for pending vectors of its scope; entries still without one count as neutral
 */
public record ReadOptions(long memoryBudget, Duration catchUp) {

    /** A tenth of a second goes unnoticed, and is enough to embed thirty messages. */
    public static final Duration DEFAULT_CATCH_UP = Duration.ofMillis(100);

    /** The share of the memory budget for cached entries: one of this many parts. */
    private static final int ENTRY_PARTS = 4;

    public ReadOptions {
        if (memoryBudget <= 0) {
            throw new IllegalArgumentException("memoryBudget is " + memoryBudget + "; give a positive number of bytes");
        }
        if (catchUp.isNegative()) {
            throw new IllegalArgumentException("catchUp is " + catchUp + "; give a duration, or zero for no wait");
        }
    }

    public static ReadOptions defaults() {
        return new ReadOptions(Runtime.getRuntime().maxMemory() / 4, DEFAULT_CATCH_UP);
    }

    /** Returns the maximum bytes of all cached entries together: a quarter of the memory budget. */
    public long entryBytes() {
        return memoryBudget / ENTRY_PARTS;
    }

    /** Returns the maximum bytes of all scope indexes together: the rest of the memory budget. */
    public long indexBytes() {
        return memoryBudget - entryBytes();
    }

    public ReadOptions memoryBudget(long bytes) {
        return new ReadOptions(bytes, catchUp);
    }

    public ReadOptions catchUp(Duration catchUp) {
        return new ReadOptions(memoryBudget, catchUp);
    }
}

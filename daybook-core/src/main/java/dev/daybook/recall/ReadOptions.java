package dev.daybook.recall;

import java.time.Duration;

/**
 * What whoever opens a daybook may say of its read path.
 *
 * @param memoryBudget how many bytes the images of scopes may take together
 * @param catchUp how long a question waits for entries of its scope that have no vector yet; the rest count as neutral
 */
public record ReadOptions(long memoryBudget, Duration catchUp) {

    /** Nobody notices a tenth of a second, and thirty messages are embedded in it. */
    public static final Duration DEFAULT_CATCH_UP = Duration.ofMillis(100);

    public ReadOptions {
        if (memoryBudget <= 0) {
            throw new IllegalArgumentException("memoryBudget is " + memoryBudget + "; give a positive number of bytes");
        }
        if (catchUp.isNegative()) {
            throw new IllegalArgumentException("catchUp is " + catchUp + "; give a time to wait, or zero for none");
        }
    }

    public static ReadOptions defaults() {
        return new ReadOptions(Runtime.getRuntime().maxMemory() / 4, DEFAULT_CATCH_UP);
    }

    public ReadOptions memoryBudget(long bytes) {
        return new ReadOptions(bytes, catchUp);
    }

    public ReadOptions catchUp(Duration catchUp) {
        return new ReadOptions(memoryBudget, catchUp);
    }
}

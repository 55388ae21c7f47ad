package dev.daybook.internal.store;

import dev.daybook.error.StoreInUseException;
import dev.daybook.internal.checks.WaitTime;
import java.time.Duration;
import java.util.function.Supplier;

/** Waits for a folder that another process holds. */
public final class FolderWait {

    private static final long PAUSE_MILLISECONDS = 50;

    private FolderWait() {}

    /**
     * Returns the opened resource as soon as no other process holds the folder.
     *
     * @throws StoreInUseException if one holds it for longer
     */
    public static <T> T opened(Duration longest, Supplier<T> opening) {
        long end = System.nanoTime() + WaitTime.nanos(longest);
        while (true) {
            try {
                return opening.get();
            } catch (StoreInUseException e) {
                if (System.nanoTime() - end >= 0) {
                    throw e;
                }
                pause(e);
            }
        }
    }

    private static void pause(StoreInUseException inUse) {
        try {
            Thread.sleep(PAUSE_MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw inUse;
        }
    }
}

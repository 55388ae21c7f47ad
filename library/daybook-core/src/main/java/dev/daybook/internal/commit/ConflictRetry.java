package dev.daybook.internal.commit;

import dev.daybook.error.ConflictException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The repetitions of one change after version conflicts. Inside a process the write locks make two conflicts in a row
 * rare. Between processes nothing orders the writers, so a change is repeated more often, after a random pause that
 * grows: of writers that meet at equal intervals the same one would lose every time. Not thread-safe.
 */
public final class ConflictRetry {

    private static final int ATTEMPTS = 20;

    /** With the pauses about three seconds; one of many equal writers then fails in fewer than one of a million. */
    private static final int ATTEMPTS_BETWEEN_PROCESSES = 200;

    private static final long MAX_PAUSE_MILLIS = 32;

    private final boolean isShared;
    private int conflicts;

    /** @param isShared whether other processes write to the store */
    public ConflictRetry(boolean isShared) {
        this.isShared = isShared;
    }

    /** Pauses before the next attempt, or throws the conflict if it was the last one. */
    public void next(ConflictException conflict) {
        conflicts++;
        if (conflicts == (isShared ? ATTEMPTS_BETWEEN_PROCESSES : ATTEMPTS)) {
            throw conflict;
        }
        if (isShared && conflicts > 1) {
            long longest = TimeUnit.MILLISECONDS.toNanos(Math.min(conflicts, MAX_PAUSE_MILLIS));
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(longest));
        }
    }
}

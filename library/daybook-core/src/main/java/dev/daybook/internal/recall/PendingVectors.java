package dev.daybook.internal.recall;

import dev.daybook.model.Scope;
import java.time.Duration;

/** The backlog of pending vectors, as the read path sees it. */
@FunctionalInterface
public interface PendingVectors {

    /**
     * Waits until the writes of a scope up to a revision have the vectors they can get soon.
     *
     * @param timeout zero returns at once
     * @return false if more vectors are pending
     */
    boolean awaitSettled(Scope scope, long revision, Duration timeout);
}

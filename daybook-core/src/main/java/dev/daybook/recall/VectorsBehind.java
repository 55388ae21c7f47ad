package dev.daybook.recall;

import dev.daybook.data.Scope;
import java.time.Duration;

/** The vectors that follow behind the writes, seen by a reader. */
@FunctionalInterface
public interface VectorsBehind {

    /**
     * Waits until no more vectors are to be expected soon of what was written to a scope up to a revision.
     *
     * @param timeout zero: only look
     * @return false if there are more to come
     */
    boolean awaitSettled(Scope scope, long revision, Duration timeout);
}

package dev.daybook;

import dev.daybook.data.DerivationOutcome;
import dev.daybook.data.Summary;
import java.util.List;
import java.util.Optional;

/**
 * The summaries of the sessions of one scope. A session has one live summary, which covers its episodes up to a
 * position. Thread-safe.
 */
public interface Summaries {

    /**
     * Writes the summary of a session; the earlier summary stays in the history. Atomic.
     *
     * @param upTo the position of the last episode that the summary covers
     * @return the new summary
     * @throws IllegalArgumentException if the position is below that of the present summary, or above the last episode
     *     of the session
     */
    Summary put(String session, String text, long upTo);

    /**
     * Derives the summary of one session now, and nothing else, even if little is new. Retries failed work at once.
     *
     * @return the outcome of each step, in order; empty if nothing is new
     */
    List<DerivationOutcome> refresh(String session);

    /** Returns the live summary of a session, or empty if it has none. */
    Optional<Summary> find(String session);

    /** Returns the number of episodes of a session that its summary does not cover; all of them if it has none. */
    long pending(String session);

    /** Returns the live summaries, the latest covered session first. */
    List<Summary> list();

    /** Returns all versions of the summary of a session, the oldest first. */
    List<Summary> history(String session);
}

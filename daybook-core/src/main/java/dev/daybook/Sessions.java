package dev.daybook;

import dev.daybook.data.NewSession;
import dev.daybook.data.Session;
import dev.daybook.data.Turn;
import java.util.List;
import java.util.Optional;

/**
 * The sessions of one scope: lists, names and hides them, and reads their turns. The first episode of a session creates
 * it; no call is needed for that. Each call is atomic, and durable on return unless the store is in memory.
 * Thread-safe.
 */
public interface Sessions {

    /** Returns all sessions, latest activity first, by the times of their episodes. */
    List<Session> list();

    /** Returns a session, or empty if it has no episode and was never created or named. */
    Optional<Session> find(String session);

    /**
     * Creates a session or changes it: sets each property that is given and keeps the others. Idempotent. An import
     * gives the time of creation too; of a session without episodes this is the last activity as well.
     *
     * @return the session as it is now
     */
    Session put(NewSession session);

    /**
     * Names a session; creates it if it is new. Idempotent.
     *
     * @return the session as it is now
     * @throws IllegalArgumentException if the name is longer than 512 characters
     */
    Session name(String session, String name);

    /**
     * Makes a session private, or no longer private; creates it if it is new. The bank of the space skips private
     * sessions. Summaries that the bank has already written stay there, so call this before the first turn, or clear
     * the bank. Idempotent.
     *
     * @return the session as it is now
     */
    Session setPrivate(String session, boolean isPrivate);

    /**
     * Gives a session a retention period; creates it if it is new. Its entries from before the period are forgotten as
     * those of a space, see {@link dev.daybook.data.SpaceSettings#retentionDays}; the shorter one of both periods
     * applies. Idempotent.
     *
     * @param days 1 to 36,525; 0: none
     * @return the session as it is now
     * @throws IllegalArgumentException if the days are out of this range
     */
    Session setRetention(String session, int days);

    /**
     * Returns the turns of a session that were written last, in the order of writing. Their times do not count, because
     * clocks go back and those of two processes differ: an older conversation that is imported into a session stands
     * behind what the session had. A recall by {@link dev.daybook.data.Query.By#NEWEST} orders by time.
     *
     * @param limit the maximal number of turns; none if it is zero or negative
     * @return empty for an unknown session
     */
    List<Turn> history(String session, int limit);
}

package dev.daybook;

import dev.daybook.data.Outcome;
import dev.daybook.data.Summary;
import java.util.List;
import java.util.Optional;

/** The gists of the conversations of one scope: one for each, which says up to where it reads. Thread-safe. */
public interface Summaries {

    /**
     * Sets the gist of a conversation; the earlier one stays in history.
     *
     * @param upTo the position of the last episode that it stands for
     * @throws IllegalArgumentException if that is below the mark of the present gist, or above the conversation's last
     *     episode
     */
    Summary put(String session, String text, long upTo);

    /**
     * Brings the gist of one conversation up to date now, and derives nothing else: also if little is new, and what failed
     * before is tried again at once.
     *
     * @return what became of it, a step at a time; empty if nothing was new
     */
    List<Outcome> refresh(String session);

    /** The gist of a conversation, if it has one. */
    Optional<Summary> find(String session);

    /** How many episodes of a conversation its gist does not stand for; all if it has none. */
    long pending(String session);

    /** The gists, latest covered conversation first. */
    List<Summary> list();

    /** All versions of the gist of a conversation, the oldest first. */
    List<Summary> history(String session);
}

package dev.daybook;

import dev.daybook.data.Entry;
import dev.daybook.data.Quarantined;
import dev.daybook.data.Selection;
import java.util.List;
import java.util.stream.Stream;

/**
 * What was taken out of everything that is read, and is kept until somebody has looked at it: for when an episode or a writer
 * turns out to be poisoned. Nothing of it is recalled, listed, exported, counted, shown in a context or read by derived work.
 * It is {@linkplain #release released} or forgotten; a forget reaches it like anything else.
 *
 * <p>It bars nobody from writing. An episode, a fact, a note or a summary of an id that lies here is not written over: the
 * same content again changes nothing, and answers the receipt of the first write; other content is refused with an
 * {@link IllegalArgumentException} (a fact that is asserted under such an id is always refused). A block of the name of one
 * that lies here may be written, unless an import brings just what lies here: that changes nothing.
 *
 * <p>Thread-safe.
 */
public interface Quarantine {

    /** What {@link #put} would do. Changes nothing. */
    Quarantined preview(Selection selection);

    /**
     * Puts in quarantine what a selection means. On return nothing of it, and nothing that was derived from it, is visible in
     * any view; what was derived and has other sources too is derived again without it. One version of an episode that
     * matches takes the whole episode along. A block goes back to its newest version that rests on nothing in quarantine, and
     * what a fact in quarantine had ended holds again.
     *
     * <p>What is kept is what was written down: episodes, and in its last version any other entry that somebody wrote or that
     * the selection means. What was derived from it is erased, as is the history of entries that had to lose a version, see
     * {@link Memory#forget}. Kept contexts that show any of it go. If what is shared cites it, that goes first; a failure
     * after that is finished by the next call in the space, or when the daybook is opened again.
     *
     * @throws IllegalArgumentException if the selection has no condition
     */
    Quarantined put(Selection selection);

    /** What lies in quarantine, by the operation that put it there, the oldest first. */
    List<Quarantined> list();

    /**
     * The entries that an operation put in quarantine, as they were, for whoever reviews them; empty if there are none. Close
     * the stream, or read it to its end.
     */
    Stream<Entry> entries(String operation);

    /**
     * Brings back what an operation put in quarantine. Episodes stand where they stood, with the times that they had, and are
     * read by derived work as if they were new; other entries get a new place. What was written under the same key meanwhile
     * stays as it is, and its counterpart is dropped. {@link Memory#undo} does the same.
     *
     * @return what came back
     * @throws IllegalArgumentException if nothing lies in quarantine because of such an operation
     */
    Quarantined release(String operation);
}

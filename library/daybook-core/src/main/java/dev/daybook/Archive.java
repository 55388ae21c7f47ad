package dev.daybook;

import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Summary;
import dev.daybook.outcome.Profile;
import dev.daybook.outcome.Receipt;
import java.util.List;
import java.util.stream.Stream;

/**
 * The contents of one scope as a whole: its profile and summaries, earlier versions of its episodes, and its export and
 * import. Thread-safe.
 */
public interface Archive {

    /**
     * Returns the number of entries by kind, the latest sessions and facts. All zeros for a scope that was never
     * written.
     */
    Profile profile();

    /** Returns the live summaries of the sessions, the latest covered session first. */
    List<Summary> summaries();

    /**
     * Returns all versions of an episode, oldest first, or an empty list if there is none. A write under the id of an
     * episode keeps the earlier version here.
     */
    List<Episode> history(String id);

    /**
     * Exports all entries in their current version: episodes by the time they happened, facts by the time they were
     * learnt, blocks in their order, notes and summaries by the time they were written. The stream reads page by page;
     * it may or may not include writes that happen meanwhile. Close the stream, or read it to its end.
     *
     * @throws dev.daybook.error.StoreException from the end of the stream, if damaged entries had to be left out; names
     *     them
     */
    Stream<Entry> exportAll();

    /**
     * Exports the scope as JSON lines of the interchange format, which {@code daybook import} reads: the sessions that their
     * episodes do not describe in full, then all entries as {@link #exportAll} returns them. The lines are the answer to a
     * subject access request. Close the stream, or read it to its end.
     *
     * @throws dev.daybook.error.StoreException from the end of the stream, as from {@link #exportAll}
     */
    Stream<String> exportLines();

    /**
     * Imports exported entries with their ids, times, sources, origins and trust. Positions and revisions are assigned
     * anew, and an imported fact ends no other fact. Idempotent: an entry that is present with the same content stays
     * as it is. Episodes are one atomic batch, all other entries a second one.
     *
     * @return the receipts in the order of the entries
     * @throws IllegalArgumentException if two entries have the same kind and id, or an entry cites another scope
     */
    List<Receipt> importAll(List<? extends Entry> entries);
}

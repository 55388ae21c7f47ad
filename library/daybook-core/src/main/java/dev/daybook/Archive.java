package dev.daybook;

import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Summary;
import dev.daybook.outcome.ChangePage;
import dev.daybook.outcome.Profile;
import dev.daybook.outcome.Receipt;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The contents of one scope as a whole: its profile and summaries, earlier versions of its episodes, its changes, and its
 * export and import. Thread-safe.
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
     * Returns a page of the changes of the scope after a cursor: entries of every kind that were written, replaced or hidden,
     * and erasures, also those of other processes. Names and settings of sessions and spaces are no entries.
     *
     * <p>Every change comes at least once; an entry that was changed several times comes in its present version only, and
     * comes again while its vector is being written. Erasures come first in a page, then entries in the order of
     * their revisions: whatever fits into one page is in the order of the commits. A reader that is further behind may get an entry
     * whose vector was written late in a later page; the revisions of one entry never decrease. No page has an entry
     * that was erased before it was read, in any version.
     *
     * <p>A cursor has no time limit. It is valid in a copy of the store and after a restart, and after the whole scope was
     * erased, which is a change as any other. After the restore of an older state of the store begin anew.
     *
     * @param since the {@link ChangePage#next} of a page or the cursor of a change; null: from the first change
     * @param limit the maximal number of changes, 1 to 1,000
     * @throws IllegalArgumentException if the cursor is of another scope, or was changed
     * @throws dev.daybook.error.GoneException if the cursor is ahead of the scope, because the store was restored
     */
    ChangePage changes(@Nullable String since, int limit);

    /**
     * Imports exported entries with their ids, times, sources, origins and trust. Positions and revisions are assigned
     * anew, and an imported fact ends no other fact. Idempotent: an entry that is present with the same content stays
     * as it is, and one that has ended is left out. Episodes are one atomic batch, all other entries a second one.
     *
     * @return the receipts in the order of the entries; that of an entry that was left out has the position 0
     * @throws IllegalArgumentException if two entries have the same kind and id, or an entry cites another scope
     */
    List<Receipt> importAll(List<? extends Entry> entries);
}

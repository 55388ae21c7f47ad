package dev.daybook;

import dev.daybook.model.Entry;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.SizeLimits;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.query.Selection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The quarantine of one scope: entries that are hidden until a review, for an episode or a writer
 * that turns out to be poisoned (prompt injection). A hidden entry is not recalled, listed, exported, counted, shown in
 * a context or read by derived work. It stays until it is {@linkplain #release released} or forgotten;
 * {@link Memory#forget} reaches it as any other.
 *
 * <p>Writing stays possible, but not over a hidden episode, fact, note or summary: a write of the same id with the same
 * content changes nothing and returns the first receipt, and one with other content throws an
 * {@link IllegalArgumentException} (an asserted fact always does). A block may be written under the name of a hidden
 * block, except by an import of the hidden content, which changes nothing.
 *
 * <p>Thread-safe.
 */
public interface Quarantine {

    /** Counts the entries that {@link #hide} would hide and erase. Changes nothing. */
    QuarantineReceipt preview(Selection.Matching selection);

    /**
     * Hides the selected entries. On return no view shows them or anything derived from them; derived entries with
     * other sources are derived again without these. An episode is hidden if its current version matches, and returns to
     * its newest version that does not match, if there is one. A block returns to its newest version that cites no hidden
     * entry, and facts that a hidden fact had ended are valid again.
     *
     * <p>The quarantine keeps the entries of callers: episodes, and the last version of other entries that a
     * caller wrote or the selection names. Entries derived from them are erased, as is the history of entries that lose
     * a version, see {@link Memory#forget}, and kept contexts that show them. Shared entries that cite the selection
     * are hidden first; a failure after that step is completed by the next call in the space, or when the daybook is
     * opened again.
     *
     * @return the receipt; its operation is the argument of {@link #release}
     */
    QuarantineReceipt hide(Selection.Matching selection);

    /**
     * Writes episodes that are in quarantine from the beginning, until a review {@linkplain #release releases} or forgets
     * them. One atomic write: at no time does a view show them, an index hold them, or an embedder or a derivation read
     * them. All or none of them are written.
     *
     * <p>A caller that may propose learns nothing about the memory: an episode is stored under an id of its own, made
     * of the key of the caller and the id that it gives, so it neither meets nor replaces another entry. With an id it is
     * idempotent: proposing it again changes nothing and returns the first id, also after the release. After an erasure it
     * is proposed anew. Whether a text was forgotten is checked by the release. The erasure of a waiting proposal forgets no
     * text that others may write.
     *
     * @return the ids under which the episodes are stored, in the order of the call
     * @throws IllegalArgumentException if an id was given to another proposal with other content; or if more than
     *     {@value SizeLimits#WAITING_PROPOSALS} episodes of the caller's key would wait in this scope, ended ones not
     *     counted: try again after a review
     */
    List<String> propose(List<NewEpisode> episodes);

    /** Returns the receipts of the operations whose entries are hidden now, the oldest first. */
    List<QuarantineReceipt> list();

    /**
     * Returns the entries that an operation has hidden, unchanged, for a review. Close the stream, or read it to its
     * end.
     *
     * @return empty if the operation has hidden no entry
     */
    Stream<Entry> entries(String operation);

    /**
     * Restores the entries that an operation has hidden. Episodes return to their positions with their times, and
     * derived work reads them as new; other entries get a new position. An entry that was written under the same key
     * meanwhile stays, and the hidden one is dropped. {@link Operations#undo} does the same,
     * but refuses a proposal.
     *
     * <p>Proposed episodes become ordinary ones, with the key, the time and at most the trust of the proposer.
     *
     * @return the receipt with the restored entries
     * @throws IllegalArgumentException if the operation has hidden no entry
     * @throws dev.daybook.error.ForgottenTextException if a proposed episode has a text that was forgotten, and the space
     *     refuses forgotten texts; nothing is released then
     */
    QuarantineReceipt release(String operation);
}

package dev.daybook;

import dev.daybook.data.Context;
import dev.daybook.data.ContextDifference;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.DerivationOutcome;
import dev.daybook.data.Entry;
import dev.daybook.data.EntryRef;
import dev.daybook.data.Episode;
import dev.daybook.data.ErasureReceipt;
import dev.daybook.data.Explanation;
import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Profile;
import dev.daybook.data.Query;
import dev.daybook.data.RecallDifference;
import dev.daybook.data.Receipt;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The memory of one scope (a user, the anonymous scope or the shared scope): writes episodes, recalls them, assembles
 * contexts for a prompt, and forgets. Sub-handles lead to the other kinds of entries and to sessions and operations. No
 * call reads or changes another scope, except that {@link Query#shared(boolean)} adds the shared scope of the same
 * space.
 *
 * <p>Thread-safe. Every call blocks. No write and no recall waits for a language model; a recall calls the embedder
 * once, if there is one. A caller's mistake throws an {@link IllegalArgumentException} that names the argument, the
 * value and the remedy; a failure of the store throws a {@link dev.daybook.data.DaybookException} that says whether to
 * try again. Neither changes anything.
 */
public interface Memory {

    /** Returns the scope of this memory. */
    Scope scope();

    /**
     * Writes an episode of one or more messages to a session. Short for {@link #remember(NewEpisode)}, which also
     * accepts an episode without messages.
     *
     * @param session the id of the session, created by its first episode
     */
    Receipt remember(String session, Message first, Message... more);

    /**
     * Writes an episode. Atomic, and durable on return unless the store is in memory; the next recall finds it by its
     * words, and by its vector as soon as that is computed. Idempotent by id: the same id with the same content is the
     * same write; with other content it writes a new version, and the earlier version stays in the history.
     *
     * @throws IllegalArgumentException if a metadata name begins with {@link NewEpisode#RESERVED}
     */
    Receipt remember(NewEpisode episode);

    /**
     * Writes several episodes as one atomic batch with one flush.
     *
     * @return the receipts in the order of the episodes
     * @throws IllegalArgumentException if two episodes have the same id
     */
    List<Receipt> rememberAll(List<NewEpisode> episodes);

    /**
     * Waits until the background work on a write is done, or the timeout is over.
     *
     * @return the receipt with the progress at that time
     */
    Receipt await(Receipt receipt, Duration timeout);

    /** Returns the current version of an episode, or empty if there is none of this id. */
    Optional<Episode> episode(String id);

    /**
     * Returns all versions of an episode, oldest first, or an empty list if there is none. A write under the id of an
     * episode keeps the earlier version here.
     */
    List<Episode> history(String id);

    /**
     * Returns the current version of an entry, or empty if there is none.
     *
     * @param id the id of the entry; for a block its name
     */
    Optional<Entry> entry(Kind kind, String id);

    /** Returns the ten best hits for a question. Short for {@code recall(Query.of(text))}. */
    List<Hit> recall(String text);

    /**
     * Returns the hits of a query, the best first; equal scores newest first.
     *
     * @throws IllegalArgumentException if this is the anonymous scope, users of the space have episodes, and the
     *     daybook was opened with {@link dev.daybook.data.IsolationPolicy#REFUSE}
     */
    List<Hit> recall(Query query);

    /**
     * Explains the rank and the score of an entry for a query, or names the rule that excludes it.
     *
     * @param entry an entry of this scope
     * @throws IllegalArgumentException if the entry is in another scope
     */
    Explanation explain(Query query, EntryRef entry);

    /**
     * Compares the hits of a query with those of the same query without some entries: "what if it had not known this?" The
     * second answer is that of a memory in which the selected entries, and those derived from them, were never written; no
     * statistic counts them. Changes nothing, and calls no language model: a derived entry with other sources as well is
     * left out, not derived again.
     *
     * @param leftOut the entries to leave out, for instance {@link Selection#episode} or {@link Selection#writer}; one to
     *     twenty selections, each with a condition. Of the shared scope only entries that cite one of them are left out
     * @throws dev.daybook.data.StoreException if the scope is written without a pause, so that no two answers are of the same
     *     memory; try again later
     */
    RecallDifference recallWithout(Query query, List<Selection> leftOut);

    /**
     * Compares the context of a prompt with that without some entries, as {@link #recallWithout} does. Neither context is
     * stored.
     */
    ContextDifference contextWithout(String session, String prompt, ContextOptions options, List<Selection> leftOut);

    /**
     * Assembles the context of a prompt within 2,000 tokens. Short for a call with {@link ContextOptions#defaults()}.
     */
    Context context(String session, String prompt);

    /**
     * Assembles the context that a model needs before it answers a prompt: blocks, bank, facts, notes, summaries,
     * recalled messages and the latest turns of the session. Never exceeds the token budget of the options.
     *
     * <p>Its work is bounded by what it shows: four searches, at most 2,000 of the latest episodes of the session, and at
     * most two further messages for each of sixty recalled ones, whatever the length of the session. Only a search of a
     * scope that is too large for an index in memory grows with the scope.
     *
     * @param session the session that the prompt belongs to; may be new
     * @throws IllegalArgumentException if this is the anonymous scope, users of the space have episodes, and the
     *     daybook was opened with {@link dev.daybook.data.IsolationPolicy#REFUSE}
     */
    Context context(String session, String prompt, ContextOptions options);

    /** Returns the sessions of this scope. */
    Sessions sessions();

    /** Returns the blocks of this scope: pinned texts that are part of every context. */
    Blocks blocks();

    /** Returns the facts of this scope: subject, predicate, object, and two times each. */
    Facts facts();

    /** Returns the notes of this scope: short free texts, kept free of duplicates and contradictions. */
    Notes notes();

    /** Returns the summaries of the sessions of this scope. */
    Summaries summaries();

    /** Returns the operations of this scope: undo, audit entries, and kept contexts. */
    Operations operations();

    /** Returns the quarantine of this scope: entries that are hidden until a review. */
    Quarantine quarantine();

    /**
     * Runs the derivations that are due in this scope, including derivations that wait for more input, and waits for
     * them. Retries failed work at once. Sources are only read; {@link Operations#undo} reverts the result.
     *
     * @return the outcome of each piece of work, in order; empty if nothing was due
     */
    List<DerivationOutcome> consolidate();

    /**
     * Returns the number of entries by kind, the latest sessions and facts. All zeros for a scope that was never
     * written.
     */
    Profile profile();

    /**
     * Exports all entries in their current version: episodes by the time they happened, facts by the time they were
     * learnt, blocks in their order, notes and summaries by the time they were written. The stream reads page by page;
     * it may or may not include writes that happen meanwhile. Close the stream, or read it to its end.
     *
     * @throws dev.daybook.data.StoreException from the end of the stream, if damaged entries had to be left out; names
     *     them
     */
    Stream<Entry> exportAll();

    /**
     * Imports exported entries with their ids, times, sources, origins and trust. Positions and revisions are assigned
     * anew, and an imported fact ends no other fact. Idempotent: an entry that is present with the same content stays
     * as it is. Episodes are one atomic batch, all other entries a second one.
     *
     * @return the receipts in the order of the entries
     * @throws IllegalArgumentException if two entries have the same kind and id, or an entry cites another scope
     */
    List<Receipt> importAll(List<? extends Entry> entries);

    /** Counts the entries that {@link #forget} would erase, by kind. Changes nothing. */
    ErasureReceipt preview(Selection selection);

    /** Lists the entries that {@link #forget} would erase, including shared entries that cite them. Changes nothing. */
    List<EntryRef> previewEntries(Selection selection);

    /**
     * Erases the selected entries and everything derived from them. On return no view shows an erased entry, and a
     * crash does not bring it back; the bytes are gone from the files then or soon after, see {@link #await(ErasureReceipt, Duration)}.
     * There is no undo.
     *
     * <p>Derived entries with other sources are derived again from these sources. A block returns to its newest version
     * that cites no erased entry, and facts that an erased fact had ended are valid again. An entry that loses a
     * version loses its history.
     *
     * <p>Atomic within the scope. If shared entries cite the selection, they are erased first; a failure after that
     * step is completed by the next forget in the space, or when the daybook is opened again.
     *
     * @return the receipt; its counts are zero if nothing matched
     */
    ErasureReceipt forget(Selection selection);

    /**
     * Waits until the bytes of an erasure are gone from the files, or the timeout is over.
     *
     * @param erasure a receipt of any scope of this daybook
     * @return the receipt with the state of the bytes at that time
     */
    ErasureReceipt await(ErasureReceipt erasure, Duration timeout);
}

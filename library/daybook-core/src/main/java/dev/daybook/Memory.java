package dev.daybook;

import dev.daybook.internal.checks.NullChecks;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.query.VersionCondition;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The memory of one scope (a user, an agent, the anonymous scope or the shared scope): writes episodes, recalls them, assembles
 * contexts for a prompt, and forgets. Sub-handles lead to the other kinds of entries and to sessions and operations. No
 * call reads or changes another scope, except that {@link Query#shared(boolean)} adds the shared scope of the same
 * space, and that {@link #with} joins scopes for reading.
 *
 * <p>Thread-safe. Every call blocks. No write and no recall waits for a language model; a recall calls the embedder
 * once, if there is one; over several scopes at most once for each. A caller's mistake throws an {@link IllegalArgumentException} that names the argument, the
 * value and the remedy; a failure of the store throws a {@link dev.daybook.error.DaybookException} that says whether to
 * try again. Neither changes anything.
 */
public interface Memory {

    /** Returns the scope of this memory. */
    Scope scope();

    /**
     * Returns the memory of an agent of this user: its own notes, which this memory does not show. {@link #forget} of
     * everything here erases the memories of all agents of the user, too.
     *
     * @throws IllegalArgumentException if this is not the memory of a user; or the id is blank, longer than 512 characters
     *     or has a control character
     */
    Memory agent(String id);

    /** Returns this memory joined with others, whose texts keep their trust; see {@link #with(Memory, Trust)}. */
    default Memory with(Memory... others) {
        Memory view = this;
        for (Memory other : NullChecks.all("others", Arrays.asList(NullChecks.present("others", others)))) {
            view = view.with(other, Trust.SYSTEM);
        }
        return view;
    }

    /**
     * Returns this memory joined with another one for reading: {@code ada.with(ada.agent("planner")).with(team, Trust.TOOL)}.
     * Recalls, explanations, comparisons by {@link #without}, {@link Facts#listByScope} and the contexts of its sessions
     * read all joined scopes; everything else is of this scope alone, and so is every write.
     *
     * <p>Each scope is scored by its own words and vectors, so no score depends on another scope. Hits, sections and
     * explanations name the scope of each entry. Entries of the joined scopes that hold a secret are not shown, and shared
     * entries are without references to scopes that are not joined. A block of this scope takes the place of one of the
     * same name, and a block of a scope that was joined earlier that of a later one.
     *
     * @param other the memory of one scope in the same space of the same daybook; a memory reads at most 16 scopes, its own included
     * @param atMost the maximum trust of its texts here, whatever they were written with: with {@link Trust#ASSISTANT} for
     *     instance the notes of an agent do not count as words of the user
     * @throws IllegalArgumentException if the other memory cannot be joined
     */
    Memory with(Memory other, Trust atMost);

    /** Returns the handle of a session, which may be new. Writes nothing: its first episode creates it. */
    Session session(String id);

    /** Returns all sessions, latest activity first, by the times of their episodes. */
    List<SessionInfo> sessions();

    /**
     * Writes an episode. Atomic, and durable on return unless the store is in memory; the next recall finds it by its
     * words, and by its vector as soon as that is computed. Idempotent by id: the same id with the same content is the
     * same write; with other content it writes a new version, and the earlier version stays in the history.
     *
     * @throws IllegalArgumentException if a metadata name begins with {@link NewEpisode#RESERVED}
     */
    default Receipt remember(NewEpisode episode) {
        return remember(List.of(NullChecks.present("episode", episode))).get(0);
    }

    /**
     * Writes several episodes as one atomic batch with one flush.
     *
     * @return the receipts in the order of the episodes
     * @throws IllegalArgumentException if two episodes have the same id
     */
    List<Receipt> remember(List<NewEpisode> episodes);

    /**
     * Writes an episode as {@link #remember(NewEpisode)}, under a condition on the version that is there under its id, which is
     * {@link dev.daybook.model.Episode#revision}.
     *
     * @throws dev.daybook.error.StaleVersionException if the condition does not hold
     * @throws IllegalArgumentException if there is a condition, and the episode has no id
     */
    Receipt remember(NewEpisode episode, VersionCondition condition);

    /**
     * Returns the current version of an entry, or empty if there is none: {@code memory.find(Episode.class, "e1")}.
     *
     * @param type the class of its kind, see {@link Kind#type()}
     * @param id the id of the entry; for a block its name
     * @throws IllegalArgumentException if the type is {@link Entry} itself
     */
    <E extends Entry> Optional<E> find(Class<E> type, String id);

    /** Returns the ten best hits for a question. Short for {@code recall(Query.of(text))}. */
    default List<Hit> recall(String text) {
        return recall(Query.of(text));
    }

    /**
     * Returns the hits of a query, the best first; equal scores newest first.
     *
     * @throws IllegalArgumentException if this is the anonymous scope, users of the space have episodes, and the
     *     daybook was opened with {@link dev.daybook.query.IsolationPolicy#REFUSE}
     */
    List<Hit> recall(Query query);

    /**
     * Explains the rank and the score of an entry for a query, or names the rule that excludes it.
     *
     * @param entry an entry of this scope, or of one joined with it
     * @throws IllegalArgumentException if the entry is in another scope
     */
    Explanation explain(Query query, EntryRef entry);

    /**
     * Returns this memory without some entries, to compare answers: "what if it had not known this?" Only entries of this
     * scope can be left out, and shared entries that cite one of them.
     *
     * @param leftOut for instance {@link Selection#episode} or {@link Selection#writer}; one to twenty selections, each
     *     with a condition
     */
    WhatIf without(Selection... leftOut);

    /** Returns the blocks of this scope: pinned texts that are part of every context. */
    Blocks blocks();

    /** Returns the facts of this scope: subject, predicate, object, and two times each. */
    Facts facts();

    /** Returns the notes of this scope: short free texts, kept free of duplicates and contradictions. */
    Notes notes();

    /** Returns the contents of this scope as a whole: profile, summaries, history, export and import. */
    Archive archive();

    /** Returns the operations of this scope: waiting for their background work, undo, audit entries, and kept contexts. */
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

    /** Returns what {@link #forget} would erase. Changes nothing. */
    ErasurePreview preview(Selection selection);

    /**
     * Erases the selected entries and everything derived from them. On return no view shows an erased entry, and a
     * crash does not bring it back; the bytes are gone from the files then or soon after, see {@link Operations#await(ErasureReceipt, Duration)}.
     * There is no undo.
     *
     * <p>Derived entries with other sources are derived again from these sources. A block returns to its newest version
     * that cites no erased entry, and facts that an erased fact had ended are valid again. An entry that loses a
     * version loses its history.
     *
     * <p>To forget everything of a user is to forget the user's agents, too, each in an erasure of its own before that of
     * the user; the receipt and the audit entry count all of them.
     *
     * <p>Atomic within the scope. If shared entries cite the selection, they are erased first; a failure after that
     * step is completed by the next forget in the space, or when the daybook is opened again.
     *
     * @return the receipt; its counts are zero if nothing matched
     */
    ErasureReceipt forget(Selection selection);
}

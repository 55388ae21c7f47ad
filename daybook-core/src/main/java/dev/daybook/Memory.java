package dev.daybook;

import dev.daybook.data.Context;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.Entry;
import dev.daybook.data.Episode;
import dev.daybook.data.Erasure;
import dev.daybook.data.Explanation;
import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Operation;
import dev.daybook.data.Outcome;
import dev.daybook.data.Profile;
import dev.daybook.data.Query;
import dev.daybook.data.Receipt;
import dev.daybook.data.Recorded;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.data.Session;
import dev.daybook.data.Turn;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The memory of one scope: the handle through which everything is written and read. Nothing that is called here sees or
 * changes another scope, except that {@link Query#includeShared()} reads what is shared in the same space.
 *
 * <p>Thread-safe. Calls block; no call waits for a model, except that a recall embeds its question if there is an
 * embedder. A caller's mistake is an {@link IllegalArgumentException} that names the argument, the value and the
 * remedy; a failure of the store is a {@link dev.daybook.data.DaybookException} that says whether to try again. After
 * either nothing has changed.
 */
public interface Memory {

    Scope scope();

    /**
     * Writes one episode of one or more messages to a session. Same as {@link #remember(NewEpisode)}, which also takes an
     * episode without messages.
     */
    Receipt remember(String session, Message first, Message... more);

    /**
     * Writes an episode down; it is durable on return (unless the store is in memory) and the next recall finds it by
     * its words. Atomic. Idempotent by id: the same id with the same content is the same write, with other content it
     * replaces the episode, whose earlier version stays in history.
     *
     * @throws IllegalArgumentException if a name in its metadata begins with {@link NewEpisode#RESERVED}
     */
    Receipt remember(NewEpisode episode);

    /**
     * Writes several episodes as one batch: all or none, one flush. The receipts are in the order of the episodes.
     *
     * @throws IllegalArgumentException if two of them have the same id
     */
    List<Receipt> rememberAll(List<NewEpisode> episodes);

    /** Waits until what is pending in a receipt is done, or the time is over; answers the receipt as it is then. */
    Receipt await(Receipt receipt, Duration timeout);

    /** The episode of an id, in its current version. */
    Optional<Episode> episode(String id);

    /** The entry of a kind and an id (of a block: its name), in its current version. */
    Optional<Entry> entry(Kind kind, String id);

    /** The ten best hits for a question. Same as {@code recall(Query.of(text))}. */
    List<Hit> recall(String text);

    /**
     * The hits of a query, the best first; equal scores newest first.
     *
     * @throws IllegalArgumentException if this is the anonymous scope, named users of its space hold episodes, and the
     *     daybook was opened with {@link dev.daybook.data.Isolation#REFUSE}; so does {@link #context}
     */
    List<Hit> recall(Query query);

    /** Why an episode comes up for a query, or which rule keeps it out. */
    Explanation explain(Query query, String episode);

    /** Why an entry of this scope comes up for a query, or which rule keeps it out. */
    Explanation explain(Query query, Ref entry);

    /** What the model should know before it answers a prompt, within 2,000 tokens. */
    Context context(String session, String prompt);

    /** What the model should know before it answers a prompt in a session. Never longer than the budget. */
    Context context(String session, String prompt, ContextOptions options);

    /**
     * A context that was kept, see {@link ContextOptions#keep}: byte for byte as it was given. It goes when anything that it
     * shows or names is forgotten.
     *
     * @param id as {@link Context#id()} has it
     */
    Optional<Context> keptContext(String id);

    /** The conversations, latest activity first. */
    List<Session> sessions();

    /**
     * Makes sure that a conversation is listed, and names it. Idempotent.
     *
     * @param name the new name, or empty to keep the one it has
     */
    Session session(String session, Optional<String> name);

    /**
     * Makes sure that a conversation is listed, and says whether it is private: then the bank of the space leaves it out.
     * Idempotent. What the bank made of it before stays there; say so before the first turn, or clear the bank.
     */
    Session session(String session, boolean isPrivate);

    /**
     * Makes sure that a conversation is known as it was elsewhere: what is given is set, the rest stays. For bringing a
     * memory over; else the two others say less.
     *
     * @param created when it was made; if it has no episode, this is its last activity too
     * @throws IllegalArgumentException if the id or the name cannot be one
     */
    Session session(
            String session, Optional<String> name, Optional<Boolean> isPrivate, Optional<OffsetDateTime> created);

    /** The last messages of a conversation, oldest first. A limit of zero or below gives none. */
    List<Turn> history(String session, int limit);

    /** The pinned texts that are always in the context. */
    Blocks blocks();

    /** What is known as subject, predicate and object. */
    Facts facts();

    /** Free texts that stand for themselves, kept as one set that agrees with itself. */
    Notes notes();

    /** The gists of the conversations. */
    Summaries summaries();

    /**
     * Derives what is due in this scope, and whatever is new besides, and waits for it. What failed before is tried again
     * at once. No source is changed; what was derived can be undone by its operation.
     *
     * @return what became of each piece, in order; empty if nothing was due
     */
    List<Outcome> consolidate();

    /**
     * Takes back what an operation of derived work wrote: what it made is in no list any more, what it replaced is there
     * again. The last 1,000 operations of a scope can be undone.
     *
     * <p>The operation of a quarantine can be taken back too: that is {@link Quarantine#release}, and there is no undo of it.
     *
     * @param operation as its {@link Outcome} or its {@link dev.daybook.data.Quarantined} names it
     * @throws IllegalArgumentException if there is no such operation in this scope, or what it wrote has changed since
     * @throws dev.daybook.data.GoneException if it is older than those, was undone, is a forget, or what it was made from is
     *     gone
     */
    Outcome undo(String operation);

    /** An operation that {@link #undo} would take back, by its id; cheap. Empty if there is none, or it was undone. */
    Optional<Operation> operation(String id);

    /**
     * What is on record of an operation of this scope, see {@link Daybook#recorded}; also when all of the scope was forgotten
     * since. Empty if there is none, or it was done elsewhere.
     */
    Optional<Recorded> recorded(String operation);

    /** What is here, at a glance. A scope that was never written: zeros, and no error. */
    Profile profile();

    /**
     * Everything that is kept, in its current version: episodes in order of happening, facts in the order in which they
     * were learnt, blocks in their order, notes and summaries in the order in which they were made. Episodes, notes and
     * summaries are read as it goes; what is written meanwhile may or may not be in it. Close the stream, or read it to
     * its end.
     */
    Stream<Entry> export();

    /**
     * Writes entries down as they were exported, with their ids, times, links, origin and trust; positions and revisions
     * are given anew, and nothing is ended by a fact that comes this way. Idempotent: what is there with the same content
     * stays as it is. Episodes are one batch and all else is another; each is all or none. The receipts are in the order
     * of the entries.
     *
     * @throws IllegalArgumentException if two have the same kind and id, or one cites another scope
     */
    List<Receipt> importAll(List<? extends Entry> entries);

    /** What a forget of this selection would take away. Changes nothing. */
    Erasure preview(Selection selection);

    /** The same, entry by entry; those of what is shared that cite them are among them. Changes nothing. */
    List<Ref> reach(Selection selection);

    /**
     * Forgets. On return nothing of it is visible in any view, and a crash does not bring it back; its bytes leave the
     * files soon after, see {@link #await(Erasure, Duration)}. There is no undo.
     *
     * <p>What was derived from it goes in the same step; a block goes back to its newest version that rests on nothing
     * forgotten, and what a forgotten fact had ended holds again. Entries that had to lose a version lose their history.
     * If what is shared cites it, that goes first; a failure after that is finished by the next forget in the space, or
     * when the daybook is opened again.
     */
    Erasure forget(Selection selection);

    /** Waits until the bytes of an erasure are gone, or the time is over; answers the receipt as it is then. */
    Erasure await(Erasure erasure, Duration timeout);

    /** What was taken out of everything that is read, until somebody has looked at it. */
    Quarantine quarantine();
}

package dev.daybook;

import dev.daybook.model.Fact;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.outcome.FactAssessment;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.RejectedStatement;
import dev.daybook.query.FactQuery;
import dev.daybook.query.VersionCondition;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The facts of one scope: statements of subject, predicate and object. A fact is bitemporal: it has the period in which
 * it is valid in the world, and the time at which it was recorded. Thread-safe.
 *
 * <p>A single-valued fact (the default) ends every fact of the same subject and predicate with another object at the
 * start of its own validity. A fact that arrives late is inserted into the history at its place. No fact is
 * overwritten.
 */
public interface Facts {

    /** Writes one fact. Short for {@link #remember(List)} of one. */
    Receipt remember(NewFact fact);

    /**
     * Writes facts in order, as one atomic batch. Idempotent by id: the same id with the same content is the same
     * write; with other content it writes a new version, and the earlier version stays in the history.
     *
     * @return the receipts in the order of the facts
     * @throws IllegalArgumentException if a fact ends before it begins, cites another scope, or two facts have the same
     *     id
     */
    List<Receipt> remember(List<NewFact> facts);

    /**
     * Asserts a fact as {@link #remember(NewFact)}, under a condition on the version that is there under its id, which is
     * {@link Fact#revision}.
     *
     * @throws dev.daybook.error.StaleVersionException if the condition does not hold
     * @throws IllegalArgumentException if there is a condition, and the fact has no id
     */
    Receipt remember(NewFact fact, VersionCondition condition);

    /**
     * Says what an episode would repeat, refine, end or contradict, without writing it:
     * {@code facts.assess(NewEpisode.of(Message.user("I moved to Porto.")))}. The rules that serve without a language
     * model read its facts, and they meet the present ones as after a write and a derivation. A sentence is also compared
     * by its words with present statements ({@link Fact#statement}). Calls no model. Reads the facts of the scope, and
     * keeps those of the same subjects and relations.
     *
     * @param episode assessed as a new episode, whatever its id
     * @throws IllegalArgumentException if {@link Memory#remember(NewEpisode)} would throw it
     * @throws dev.daybook.error.RefusedTextException if the space rejects secrets and the text has one
     * @throws dev.daybook.error.ForgottenTextException if the space refuses forgotten texts and the text is one
     */
    FactAssessment assess(NewEpisode episode);

    /**
     * Says what a fact would repeat, refine, end or contradict, as {@link #assess(NewEpisode)} does.
     *
     * @param fact assessed as a new fact, whatever its id
     * @throws IllegalArgumentException if {@link #remember(NewFact)} would throw it
     */
    FactAssessment assess(NewFact fact);

    /** Returns the current version of a fact, or empty if there is none of this id. */
    Optional<Fact> find(String id);

    /** Returns the facts that match a query, the latest recorded first. */
    List<Fact> list(FactQuery query);

    /**
     * Returns the facts that match a query in this scope and in each scope joined with it ({@link Memory#with}), in this
     * order. The limit of the query holds for each scope.
     */
    Map<Scope, List<Fact>> listByScope(FactQuery query);

    /**
     * Returns the facts that fit a text, the best first, closed facts too; see {@link #recall(String, FactQuery)}.
     *
     * @param limit the maximum number of facts; zero or below: none
     */
    default List<Fact> recall(String text, int limit) {
        return recall(text, FactQuery.all().limit(limit));
    }

    /**
     * Returns the facts that fit a text and fulfil a query, the best first:
     * {@code facts.recall("where does she live", FactQuery.all().validAt(then).limit(5))}. With an embedder it is a
     * semantic search; a fact without a vector yet is found by its words and comes first. Without an embedder facts are
     * ordered by the number of words they share with the text, then the shorter first. A text without a usable word
     * returns the facts recorded last. While the embedder fails, a hybrid search works:
     * {@code Query.of(text).kinds(FACT)}.
     *
     * @param query the conditions; they apply before its limit
     * @throws IllegalArgumentException if this is the anonymous scope, named users of its space hold facts, and the
     *     daybook was opened with {@link dev.daybook.query.IsolationPolicy#REFUSE}
     * @throws dev.daybook.error.EmbedderException if the embedder does not work; the message names the cause
     * @throws dev.daybook.error.ModelException if it is behind a network and fails there
     */
    List<Fact> recall(String text, FactQuery query);

    /** Returns all versions of a fact, the oldest first. */
    List<Fact> history(String id);

    /**
     * Returns the statements of model answers that a check rejected, to judge a model and its prompt: the newest 200, those
     * of the last answer first. They are no facts: no search, context, timeline, derivation or export has them, only a
     * backup. A forget or a quarantine of anything that the model had read erases all that were rejected in its answer; so
     * does a change of such an episode when it is read again.
     */
    List<RejectedStatement> rejected();

    /**
     * Ends a fact now, without a successor, as {@link #end(String, OffsetDateTime)}.
     *
     * @return the fact as it is now, or empty if there is none of this id
     */
    Optional<Fact> end(String id);

    /**
     * Ends a fact without a successor: it is not valid from a time on, and stays in the history and in every list of an
     * earlier time. Writes a new version; of a fact that ended before that time nothing changes. To write what holds
     * instead, remember the successor, which ends the fact itself.
     *
     * @param at the end of its validity, exclusive
     * @return the fact as it is now, or empty if there is none of this id
     * @throws IllegalArgumentException if the time is before the start of the fact
     * @throws dev.daybook.error.AccessRefusedException if the principal has less trust than the fact
     */
    Optional<Fact> end(String id, OffsetDateTime at);

    /**
     * Erases a fact with all its versions; its bytes leave the files like those of a forget. Facts that it had ended
     * are valid again, unless another fact ends them. There is no undo.
     *
     * @return whether there was such a fact
     */
    boolean forget(String id);
}

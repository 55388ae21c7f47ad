package dev.daybook;

import dev.daybook.data.Fact;
import dev.daybook.data.FactQuery;
import dev.daybook.data.NewFact;
import dev.daybook.data.Receipt;
import java.util.List;
import java.util.Optional;

/**
 * What one scope knows as subject, predicate and object, with the two times of each fact: since when it is true, and since
 * when it is known. Thread-safe.
 *
 * <p>A single-valued fact (the default) ends those with the same subject and predicate and another object at the time
 * from which it is true itself. One that arrives late is put into the history where it belongs. Nothing is overwritten.
 */
public interface Facts {

    /** Asserts a fact; see {@link #assertAll}. */
    Receipt assertFact(NewFact fact);

    /**
     * Asserts facts in order, as one batch: all or none. Idempotent by id: the same id with the same content is the same
     * write, with other content it replaces the fact, whose earlier version stays in history.
     *
     * @throws IllegalArgumentException if a fact ends before it begins, cites another scope, or two have the same id
     */
    List<Receipt> assertAll(List<NewFact> facts);

    Optional<Fact> find(String id);

    /** The facts of a query, the one learnt last first. */
    List<Fact> list(FactQuery query);

    /**
     * Returns the facts that fit a text, the best first, closed facts too; see {@link #recall(String, FactQuery)}.
     *
     * @param limit the maximum number of facts; zero or below: none
     */
    default List<Fact> recall(String text, int limit) {
        return recall(text, FactQuery.all().limit(limit));
    }

    /**
     * Returns the facts that fit a text and fulfil a query, the best first: {@code facts.recall("where does she live",
     * FactQuery.all().validAt(then).limit(5))}. With an embedder it is a semantic search; a fact without a vector yet is
     * found by its words and comes first. Without an embedder facts are ordered by the number of words they share with the
     * text, then the shorter first. A text without a usable word returns the facts recorded last. While the embedder fails,
     * a hybrid search works: {@code Query.of(text).kinds(FACT)}.
     *
     * @param query the conditions; they apply before its limit
     * @throws IllegalArgumentException if this is the anonymous scope, named users of its space hold facts, and the
     *     daybook was opened with {@link dev.daybook.data.Isolation#REFUSE}
     * @throws dev.daybook.data.EmbedderException if the embedder does not work; the message names the cause
     * @throws dev.daybook.data.ModelException if it lies behind a network and fails there
     */
    List<Fact> recall(String text, FactQuery query);

    /** All versions of a fact, the oldest first. */
    List<Fact> history(String id);

    /**
     * Deletes a fact with all its versions; its bytes leave the files as those of a forget. What it had ended holds again,
     * as far as no other fact ends it. Whether it was there.
     */
    boolean remove(String id);
}

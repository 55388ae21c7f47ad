package dev.daybook;

import dev.daybook.data.Fact;
import dev.daybook.data.FactQuery;
import dev.daybook.data.NewFact;
import dev.daybook.data.Receipt;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one scope: statements of subject, predicate and object. A fact is bitemporal: it has the period in which
 * it is valid in the world, and the time at which it was recorded. Thread-safe.
 *
 * <p>A single-valued fact (the default) ends every fact of the same subject and predicate with another object at the
 * start of its own validity. A fact that arrives late is inserted into the history at its place. No fact is
 * overwritten.
 */
public interface Facts {

    /** Writes one fact. Short for {@link #assertAll} of one. */
    Receipt assertFact(NewFact fact);

    /**
     * Writes facts in order, as one atomic batch. Idempotent by id: the same id with the same content is the same
     * write; with other content it writes a new version, and the earlier version stays in the history.
     *
     * @return the receipts in the order of the facts
     * @throws IllegalArgumentException if a fact ends before it begins, cites another scope, or two facts have the same
     *     id
     */
    List<Receipt> assertAll(List<NewFact> facts);

    /** Returns the current version of a fact, or empty if there is none of this id. */
    Optional<Fact> find(String id);

    /** Returns the facts that match a query, the latest recorded first. */
    List<Fact> list(FactQuery query);

    /**
     * Returns the facts that match a text, the best first. With an embedder this is a semantic search, preceded by the
     * keyword matches among facts that have no vector yet. Without one it is a keyword search: by the number of words
     * in common, shorter facts first. A text without a usable word returns the latest facts. While the embedder fails,
     * use a keyword recall instead: {@code Query.of(text).kinds(FACT)}.
     *
     * @param limit the maximal number of facts; none if it is zero or negative
     * @param validAt only facts that are valid in the world at this time; null: all facts, also ended ones
     * @throws IllegalArgumentException if this is the anonymous scope, users of the space have facts, and the daybook
     *     was opened with {@link dev.daybook.data.Isolation#REFUSE}
     * @throws dev.daybook.data.EmbedderException if the embedder fails; the message names the cause
     * @throws dev.daybook.data.ModelException if the embedder is a remote service that fails
     */
    List<Fact> recall(String text, int limit, @Nullable OffsetDateTime validAt);

    /** Returns all versions of a fact, the oldest first. */
    List<Fact> history(String id);

    /**
     * Erases a fact with all its versions; its bytes leave the files like those of a forget. Facts that it had ended
     * are valid again, unless another fact ends them. There is no undo.
     *
     * @return whether there was such a fact
     */
    boolean remove(String id);
}

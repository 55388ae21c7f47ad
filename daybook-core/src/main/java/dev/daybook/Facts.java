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
     * The facts that fit a text, the best first: by meaning if there is an embedder, else by how many of the text's words
     * they have, the shorter first. A text without a usable word: the facts learnt last. What an embedder has not come to
     * yet is found by its words, and stands in front. While the embedder fails, a recall by words does it:
     * {@code Query.of(text).kinds(FACT)}.
     *
     * @param limit how many at the most; zero or below: none
     * @param validAt only what was true in the world at this time; null: closed facts too
     * @throws IllegalArgumentException if this is the anonymous scope, named users of its space hold facts, and the
     *     daybook was opened with {@link dev.daybook.data.Isolation#REFUSE}
     * @throws dev.daybook.data.EmbedderException if the embedder does not work; the message names the cause
     * @throws dev.daybook.data.ModelException if it lies behind a network and fails there
     */
    List<Fact> recall(String text, int limit, @Nullable OffsetDateTime validAt);

    /** All versions of a fact, the oldest first. */
    List<Fact> history(String id);

    /**
     * Deletes a fact with all its versions; its bytes leave the files as those of a forget. What it had ended holds again,
     * as far as no other fact ends it. Whether it was there.
     */
    boolean remove(String id);
}

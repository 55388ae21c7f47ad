package dev.daybook;

import dev.daybook.outcome.ContextDifference;
import dev.daybook.outcome.RecallDifference;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;

/**
 * A memory without some entries, to compare its answers with those of the memory as it is. The second answer is that of
 * a memory in which the selected entries, and those derived from them, were never written; no statistic counts them.
 * Changes and stores nothing, and calls no language model: a derived entry with other sources as well is left out, not
 * derived again.
 *
 * <p>Both methods throw a {@link dev.daybook.error.StoreException} if the scope is written without a pause, so that no two
 * answers are of the same memory; try again later.
 */
public interface WhatIf {

    /** Compares the hits of a query. */
    RecallDifference recall(Query query);

    /** Compares the contexts of a prompt. */
    ContextDifference context(String session, String prompt, ContextOptions options);
}

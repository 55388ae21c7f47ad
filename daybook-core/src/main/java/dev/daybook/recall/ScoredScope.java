package dev.daybook.recall;

import dev.daybook.data.Entry;
import dev.daybook.data.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;

/**
 * A scope with its index and the scores of its entries for one query.
 *
 * @param scopeIndex the index of the scope
 * @param scores the scores of its entries
 * @param bodies returns the entries of index rows by key, without those erased meanwhile
 */
record ScoredScope(
        Scope scope,
        ScopeIndex scopeIndex,
        EntryScores scores,
        Function<Collection<IndexRow>, Map<EntryKey, Entry>> bodies) {}

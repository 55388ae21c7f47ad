package dev.daybook.internal.recall;

import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.scoring.EntryScores;
import dev.daybook.model.Entry;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A scope with its index and the scores of its entries for one query.
 *
 * @param scopeIndex the index of the scope
 * @param scores the scores of its entries
 * @param bodies returns the entries of index rows by key, without those erased meanwhile
 * @param whole the index that the confidence is read from: it has what the conditions of the query leave out
 * @param atMost the maximum trust of its texts for the reader
 */
record ScoredScope(
        Scope scope,
        ScopeIndex scopeIndex,
        EntryScores scores,
        Function<Collection<IndexRow>, Map<EntryKey, Entry>> bodies,
        ScopeIndex whole,
        Trust atMost) {

    /** Creates one of an index that has the whole scope. */
    ScoredScope(
            Scope scope,
            ScopeIndex scopeIndex,
            EntryScores scores,
            Function<Collection<IndexRow>, Map<EntryKey, Entry>> bodies) {
        this(scope, scopeIndex, scores, bodies, scopeIndex);
    }

    ScoredScope(
            Scope scope,
            ScopeIndex scopeIndex,
            EntryScores scores,
            Function<Collection<IndexRow>, Map<EntryKey, Entry>> bodies,
            ScopeIndex whole) {
        this(scope, scopeIndex, scores, bodies, whole, Trust.SYSTEM);
    }

    ScoredScope withoutHits() {
        return new ScoredScope(scope, scopeIndex, scores.withoutHits(), bodies, whole, atMost);
    }

    /** Returns the scope with its entries as a reader sees them. */
    ScoredScope seenBy(ReaderView view, Trust bound) {
        return new ScoredScope(
                scope,
                scopeIndex,
                scores,
                rows -> {
                    Map<EntryKey, Entry> seen = new HashMap<>(bodies.apply(rows));
                    seen.replaceAll((key, entry) -> view.of(scope, entry));
                    return seen;
                },
                whole,
                bound);
    }

    /**
     * Returns the matching entries whose best message may have some trust, by the index.
     *
     * @param passing the slots that pass the filters of the query; null: all
     */
    BitSet trusted(Trust lowest, @Nullable BitSet passing) {
        if (atMost.isBelow(lowest)) {
            return new BitSet();
        }
        BitSet trusted = (BitSet) scores.eligible().clone();
        if (passing != null) {
            trusted.and(passing);
        }
        for (int slot = trusted.nextSetBit(0); slot >= 0; slot = trusted.nextSetBit(slot + 1)) {
            int best = scopeIndex.slots().get(slot).firstMessage() + scores.best(slot);
            trusted.set(slot, !scopeIndex.mostTrust(best).isBelow(lowest));
        }
        return trusted;
    }

    /** Returns the scope as scored without the vector of the query, which its embedder did not give. */
    ScoredScope withoutVector() {
        ScoreReason reason =
                new ScoreReason("embedder", 0, "it gave no vector of the question, so only keywords were searched");
        return new ScoredScope(scope, scopeIndex, scores.because(reason), bodies, whole, atMost);
    }
}

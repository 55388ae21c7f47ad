package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.TermPostings;
import dev.daybook.internal.index.VectorTable;
import dev.daybook.model.Embedding;
import dev.daybook.query.ContextOptions;
import java.time.Instant;
import java.util.BitSet;

/**
 * The relevance of a scope to a prompt, from 0 to 1, for {@link ContextOptions#relevanceFloor()}: that of its most relevant
 * text.
 *
 * <p>The relevance of a text is the higher of two ratios. One is the share of the words of the prompt that it has, the
 * coverage of {@link RecallConfidence} with each word weighted by its rarity: a word that the scope does not have weighs most.
 * The other is the cosine of prompt and text above that of an unrelated text ({@link CosineBaseline}), if both have a vector.
 * A text that has ended counts no more than one that was erased. Decision 158.
 */
public final class ScopeRelevance {

    private ScopeRelevance() {}

    /** Returns the relevance of a scope at a time; 0 if it has no text. */
    public static double of(ScopeIndex scopeIndex, AnalyzedQuery asked, Instant now) {
        AnalyzedQuery analyzedQuery = asked.in(scopeIndex.languages());
        double byWords = best(shares(scopeIndex, analyzedQuery, now), scopeIndex, now);
        Embedding vector = scopeIndex.comparable(analyzedQuery.vector());
        return vector == null ? byWords : Math.max(byWords, bestCosine(scopeIndex, vector, now));
    }

    private static double best(double[] values, ScopeIndex scopeIndex, Instant now) {
        double best = 0;
        for (int message = 0; message < values.length; message++) {
            best = scopeIndex.isGone(message, now) ? best : Math.max(best, values[message]);
        }
        return best;
    }

    /** Returns the share of the words of a prompt that each message has, by the weight of the words. */
    private static double[] shares(ScopeIndex scopeIndex, AnalyzedQuery analyzedQuery, Instant now) {
        double[] shares = new double[scopeIndex.messageCount()];
        double total = 0;
        // Behind the words are the terms that records of earlier releases have for them.
        for (String term : analyzedQuery.terms().subList(0, analyzedQuery.words())) {
            BitSet with = with(scopeIndex, term, now);
            double weight = Bm25Weights.idf(shares.length, with.cardinality());
            total += weight;
            for (int message = with.nextSetBit(0); message >= 0; message = with.nextSetBit(message + 1)) {
                shares[message] += weight;
            }
        }
        for (int message = 0; message < shares.length; message++) {
            shares[message] = total == 0 ? 0 : shares[message] / total;
        }
        return shares;
    }

    private static BitSet with(ScopeIndex scopeIndex, String term, Instant now) {
        BitSet with = new BitSet();
        TermPostings postings = scopeIndex.postings(term);
        for (int i = 0; postings != null && i < postings.size(); i++) {
            int message = scopeIndex.messageOfUnit(postings.unit(i));
            with.set(message, !scopeIndex.isGone(message, now));
        }
        return with;
    }

    private static double bestCosine(ScopeIndex scopeIndex, Embedding vector, Instant now) {
        VectorTable vectors = scopeIndex.messageVectors();
        double[] cosines = vectors.cosines(vector, scopeIndex.messageCount(), VectorMatch.EXACT, VectorMatch.RESCORED);
        double baseline =
                CosineBaseline.of(cosines, message -> vectors.has(message) && !scopeIndex.isGone(message, now));
        return baseline == 1 ? 0 : Math.max(0, (best(cosines, scopeIndex, now) - baseline) / (1 - baseline));
    }
}

package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.TermPostings;
import dev.daybook.query.Query;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * The confidence that a scope has what a question asks for, from words and speakers, for {@link Query#minimumConfidence()}.
 *
 * <p>A logistic function of two signals that read the asked scope alone. Both are ratios, so the value does not drift as
 * the scope grows. Its weights were fitted to self-made conversations ({@code tools/daybook-bench/quality/fit-confidence.sh}),
 * where half of the questions had an answer; decision 109 has the figures on other data.
 *
 * @param coverage the share of the question's terms in the message that has most of them, from 0 to 1
 * @param agreement the best keyword score of the person named in the question, minus that of all others, over the higher
 *     of both: from -1 to 1, and 0 if the question names no speaker or several
 */
public record RecallConfidence(double coverage, double agreement) {

    private static final double INTERCEPT = -1.88;
    private static final double COVERAGE = 3.56;
    private static final double AGREEMENT = 3.40;

    public static RecallConfidence of(ScopeIndex scopeIndex, AnalyzedQuery analyzedQuery, Instant now) {
        return new RecallConfidence(
                coverage(scopeIndex, analyzedQuery, now), agreement(scopeIndex, analyzedQuery, now));
    }

    /** Returns whether a scope reaches the minimum confidence of a query. */
    public static boolean isReached(Query query, ScopeIndex scopeIndex, Instant now) {
        Double minimum = query.minimumConfidence();
        return minimum == null || of(scopeIndex, query, now).value() >= minimum;
    }

    /**
     * Reads the text of a query without its vector: both signals need words alone.
     *
     * @param now the time of the query; entries that have ended do not count
     */
    public static RecallConfidence of(ScopeIndex scopeIndex, Query query, Instant now) {
        return of(scopeIndex, AnalyzedQuery.of(query.text(), null).in(scopeIndex.languages()), now);
    }

    /** Returns the confidence, between 0 and 1. */
    double value() {
        return 1 / (1 + Math.exp(-(INTERCEPT + COVERAGE * coverage + AGREEMENT * agreement)));
    }

    /** States the value and its parts, as an explanation does. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "the confidence of its scope, %.3f (coverage %.3f, agreement %.3f)",
                value(),
                coverage,
                agreement);
    }

    private static double coverage(ScopeIndex scopeIndex, AnalyzedQuery analyzedQuery, Instant now) {
        List<String> terms = analyzedQuery.terms();
        int[] shared = new int[scopeIndex.messageCount()];
        int most = 0;
        for (IndexedTerm term : IndexedTerm.all(scopeIndex, terms)) {
            TermPostings postings = term.postings();
            for (int i = 0; i < postings.size(); i++) {
                int unit = postings.unit(i);
                int message = scopeIndex.messageOfUnit(unit);
                // A passage repeats the terms of its message.
                if (!scopeIndex.isPassage(unit) && !scopeIndex.isGone(message, now)) {
                    most = Math.max(most, ++shared[message]);
                }
            }
        }
        return terms.isEmpty() ? 0 : Math.min(1, (double) most / analyzedQuery.words());
    }

    private static double agreement(ScopeIndex scopeIndex, AnalyzedQuery analyzedQuery, Instant now) {
        ScoreSignal named = SpeakerMatch.named(scopeIndex, analyzedQuery);
        if (named.isNone()) {
            return 0;
        }
        double[] scores = new double[scopeIndex.messageCount()];
        HybridScoring.keywordSignals(scopeIndex, analyzedQuery).forEach(signal -> signal.addTo(scores, 1));
        double bestOfNamed = 0;
        double bestOfOthers = 0;
        for (int message = 0; message < scores.length; message++) {
            if (scopeIndex.isGone(message, now)) {
                continue;
            }
            if (named.values()[message] > 0) {
                bestOfNamed = Math.max(bestOfNamed, scores[message]);
            } else {
                bestOfOthers = Math.max(bestOfOthers, scores[message]);
            }
        }
        double best = Math.max(bestOfNamed, bestOfOthers);
        return best == 0 ? 0 : (bestOfNamed - bestOfOthers) / best;
    }
}

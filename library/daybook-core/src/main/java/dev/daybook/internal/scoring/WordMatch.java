package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.TermPostings;
import java.util.Arrays;
import java.util.List;

/** Keyword scores: BM25 of a message for the terms of a query, or of its best passage. */
public final class WordMatch {

    /**
     * The bonus for two adjacent words of the query in one message, as a share of their weights: adjacent words name
     * one thing more often than two. Half of it does as well with vectors, and worse without.
     */
    private static final double ADJACENT = 0.2;

    private final ScopeIndex scopeIndex;
    private final List<IndexedTerm> asked;

    /** The score of the shared terms, by unit. */
    private final double[] units;

    private final ScoreSignal words;

    public WordMatch(ScopeIndex scopeIndex, AnalyzedQuery analyzedQuery) {
        this.scopeIndex = scopeIndex;
        this.asked = IndexedTerm.all(scopeIndex, analyzedQuery.terms());
        this.units = new double[scopeIndex.unitCount()];
        asked.forEach(term -> term.addTo(units));
        this.words = new ScoreSignal(
                "words", IndexedTerm.best(scopeIndex, units), message -> IndexedTerm.shared(asked, message));
    }

    public ScoreSignal words() {
        return words;
    }

    /** Scores query expansion. */
    ScoreSignal related(AnalyzedQuery analyzedQuery) {
        return new RelatedMatch(scopeIndex, analyzedQuery, asked).signal(units, words);
    }

    /** Scores adjacent words of the query that occur in the same message, or in the same passage of it. */
    ScoreSignal adjacent() {
        if (asked.size() < 2) {
            return ScoreSignal.none("words together");
        }
        double[] adjacent = new double[scopeIndex.unitCount()];
        for (int i = 1; i < asked.size(); i++) {
            IndexedTerm one = asked.get(i - 1);
            IndexedTerm other = asked.get(i);
            double withIdf = ADJACENT * (one.idf() + other.idf());
            addToCommon(one.postings(), other.postings(), withIdf, adjacent);
        }
        return new ScoreSignal(
                "words together",
                IndexedTerm.best(scopeIndex, adjacent),
                message -> IndexedTerm.shared(asked, message));
    }

    private static void addToCommon(TermPostings one, TermPostings other, double withIdf, double[] units) {
        int i = 0;
        int j = 0;
        while (i < one.size() && j < other.size()) {
            int unit = one.unit(i);
            int otherUnit = other.unit(j);
            if (unit == otherUnit) {
                units[unit] += withIdf;
            }
            i += unit <= otherUnit ? 1 : 0;
            j += otherUnit <= unit ? 1 : 0;
        }
    }

    /**
     * Scores the session of a message by BM25: of two equal messages, the one in a session about the query is the
     * better answer.
     *
     * @param weight relative to the message's own words
     */
    ScoreSignal session(double weight) {
        int sessions = scopeIndex.sessions().size();
        double meanLength = scopeIndex.meanSessionLength();
        double[] scores = new double[sessions];
        double[] frequencies = new double[sessions];
        for (IndexedTerm term : asked) {
            Arrays.fill(frequencies, 0);
            int with = countInSessions(term.postings(), frequencies);
            double idf = Bm25Weights.idf(sessions, with);
            for (int session = 0; session < sessions; session++) {
                scores[session] +=
                        Bm25Weights.weight(idf, frequencies[session], scopeIndex.sessionLength(session), meanLength);
            }
        }
        for (int session = 0; session < sessions; session++) {
            scores[session] *= weight;
        }
        return new ScoreSignal(
                "conversation",
                new SignalValues.BySession(scopeIndex, scores),
                message -> "session " + scopeIndex.sessions().get(scopeIndex.sessionOf(message)));
    }

    private int countInSessions(TermPostings postings, double[] frequencies) {
        int with = 0;
        for (int i = 0; i < postings.size(); i++) {
            int session = scopeIndex.sessionOf(scopeIndex.messageOfUnit(postings.unit(i)));
            if (session >= 0 && !scopeIndex.isPassage(postings.unit(i))) {
                with += frequencies[session] == 0 ? 1 : 0;
                frequencies[session] += postings.frequency(i);
            }
        }
        return with;
    }
}

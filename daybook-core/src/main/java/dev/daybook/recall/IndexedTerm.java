package dev.daybook.recall;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A term of a scope index with its postings and weight.
 *
 * @param idf its inverse document frequency, or another weight of one occurrence
 */
record IndexedTerm(ScopeIndex scopeIndex, String text, TermPostings postings, double idf) {

    /** Returns a term of a scope index, or empty if no unit contains it. */
    static Optional<IndexedTerm> of(ScopeIndex scopeIndex, String text) {
        return Optional.ofNullable(scopeIndex.postings(text))
                .map(postings -> new IndexedTerm(scopeIndex, text, postings, idf(scopeIndex, postings)));
    }

    private static double idf(ScopeIndex scopeIndex, TermPostings postings) {
        return Bm25Weights.idf(scopeIndex.liveMessages(), messages(scopeIndex, postings));
    }

    private static int messages(ScopeIndex scopeIndex, TermPostings postings) {
        if (scopeIndex.isPlain()) {
            return postings.size();
        }
        int with = 0;
        for (int i = 0; i < postings.size(); i++) {
            int unit = postings.unit(i);
            if (!scopeIndex.isPassage(unit) && !scopeIndex.isDead(scopeIndex.messageOfUnit(unit))) {
                with++;
            }
        }
        return with;
    }

    IndexedTerm withIdf(double idf) {
        return new IndexedTerm(scopeIndex, text, postings, idf);
    }

    /** Adds the BM25 weight of the term to each unit. */
    void addTo(double[] units) {
        for (int i = 0; i < postings.size(); i++) {
            int unit = postings.unit(i);
            units[unit] += weight(unit, postings.frequency(i));
        }
    }

    /** Raises each unit to the BM25 weight of the term, if that is higher. */
    void raise(double[] units) {
        for (int i = 0; i < postings.size(); i++) {
            int unit = postings.unit(i);
            units[unit] = Math.max(units[unit], weight(unit, postings.frequency(i)));
        }
    }

    /** Moves the scores of the units that contain the term from one array to another. */
    void move(double[] from, double[] to) {
        for (int i = 0; i < postings.size(); i++) {
            int unit = postings.unit(i);
            to[unit] += from[unit];
            from[unit] = 0;
        }
    }

    private double weight(int unit, int frequency) {
        return Bm25Weights.weight(idf, frequency, scopeIndex.unitLength(unit), scopeIndex.meanLength());
    }

    private record WeightedTerm(String text, double weight) {}

    /** Joins the terms that a message contains, the heaviest first. */
    static String shared(List<IndexedTerm> terms, int message) {
        List<WeightedTerm> shared = new ArrayList<>();
        for (IndexedTerm term : terms) {
            int unit = term.scopeIndex.unitOf(message);
            int frequency = term.postings.frequencyIn(unit);
            if (frequency > 0) {
                shared.add(new WeightedTerm(term.text, term.weight(unit, frequency)));
            }
        }
        shared.sort(Comparator.comparingDouble(WeightedTerm::weight).reversed());
        return shared.stream().map(WeightedTerm::text).collect(Collectors.joining(", "));
    }

    /** Returns the score of each message: that of its best unit, the whole message or a passage. */
    static double[] best(ScopeIndex scopeIndex, double[] units) {
        double[] best = new double[scopeIndex.messageCount()];
        for (int unit = 0; unit < units.length; unit++) {
            // Tested first, because most units score 0.
            if (units[unit] > 0) {
                int message = scopeIndex.messageOfUnit(unit);
                if (units[unit] > best[message] && !scopeIndex.isDead(message)) {
                    best[message] = units[unit];
                }
            }
        }
        return best;
    }
}

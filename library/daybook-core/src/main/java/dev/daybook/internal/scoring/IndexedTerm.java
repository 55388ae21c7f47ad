package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.TermPostings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A term of a scope index with its postings and weight.
 *
 * @param idf its inverse document frequency, or another weight of one occurrence
 */
public record IndexedTerm(ScopeIndex scopeIndex, String text, TermPostings postings, double idf) {

    /** Returns a term of a scope index, or empty if no unit contains it. */
    static Optional<IndexedTerm> of(ScopeIndex scopeIndex, String text) {
        return Optional.ofNullable(scopeIndex.postings(text))
                .map(postings -> new IndexedTerm(scopeIndex, text, postings, idf(scopeIndex, postings)));
    }

    /** Returns those of the terms that some unit contains, in order. */
    public static List<IndexedTerm> all(ScopeIndex scopeIndex, Collection<String> texts) {
        List<IndexedTerm> terms = new ArrayList<>(texts.size());
        for (String text : texts) {
            of(scopeIndex, text).ifPresent(terms::add);
        }
        return terms;
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
        SingleWeights weights = new SingleWeights();
        for (int i = 0; i < postings.size(); i++) {
            int unit = postings.unit(i);
            units[unit] += weights.of(unit, postings.frequency(i));
        }
    }

    /** Raises each unit to the BM25 weight of the term, if that is higher. */
    void raise(double[] units) {
        SingleWeights weights = new SingleWeights();
        for (int i = 0; i < postings.size(); i++) {
            int unit = postings.unit(i);
            units[unit] = Math.max(units[unit], weights.of(unit, postings.frequency(i)));
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

    /**
     * The weights of the term in units that contain it once, by the length of the unit. In a large scope most postings
     * of a term are of this kind, and a few lengths repeat thousands of times.
     */
    private final class SingleWeights {

        private static final int MAX_LENGTH = 128;

        /** A table pays for a term with more postings than it has lengths. */
        private final double[] byLength = new double[postings.size() > MAX_LENGTH ? MAX_LENGTH : 0];

        double of(int unit, int frequency) {
            int length = scopeIndex.unitLength(unit);
            if (frequency != 1 || length >= byLength.length) {
                return weight(unit, frequency);
            }
            if (byLength[length] == 0) {
                byLength[length] = weight(unit, 1);
            }
            return byLength[length];
        }
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

    /**
     * Returns the score of each message: that of its best unit, the whole message or a passage. If every unit is a message,
     * the scores are those of the units, in the same array.
     */
    static double[] best(ScopeIndex scopeIndex, double[] units) {
        if (scopeIndex.isPlain()) {
            return units;
        }
        double[] best = new double[scopeIndex.messageCount()];
        for (int unit = 0; unit < units.length; unit++) {
            int message = scopeIndex.messageOfUnit(unit);
            best[message] = Math.max(best[message], units[unit]);
        }
        scopeIndex.clearDead(best);
        return best;
    }
}

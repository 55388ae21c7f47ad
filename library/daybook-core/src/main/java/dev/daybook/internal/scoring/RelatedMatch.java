package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.words.RelatedTerms;
import dev.daybook.internal.words.RelatedTerms.Related;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Query expansion: scores messages that say the same in other words. Most misses of a keyword search share no word with
 * the query. A term of the query matches a message once, by itself or by the best of its related terms; three
 * synonyms in one message count once.
 */
final class RelatedMatch {

    /** Rounding residue of equal numbers that were added in different orders. */
    private static final double ROUNDING_ERROR = 1e-9;

    private final ScopeIndex scopeIndex;
    private final List<ExpandedTerm> expandedTerms = new ArrayList<>();

    /**
     * A term of the query with its related terms.
     *
     * @param exactTerm the term in the scope index, or null
     */
    private record ExpandedTerm(String text, @Nullable IndexedTerm exactTerm, List<IndexedTerm> alternatives) {}

    /**
     * @param shared the terms of the query that the index has
     */
    RelatedMatch(ScopeIndex scopeIndex, AnalyzedQuery analyzedQuery, List<IndexedTerm> shared) {
        this.scopeIndex = scopeIndex;
        Map<String, IndexedTerm> byText = new HashMap<>();
        shared.forEach(term -> byText.put(term.text(), term));
        for (String text : analyzedQuery.englishTerms()) {
            IndexedTerm exactTerm = byText.get(text);
            List<IndexedTerm> alternatives =
                    alternatives(scopeIndex, text, exactTerm == null ? Double.MAX_VALUE : exactTerm.idf());
            if (!alternatives.isEmpty()) {
                expandedTerms.add(new ExpandedTerm(text, exactTerm, alternatives));
            }
        }
    }

    /** Returns the related terms of a term. None weighs more than the term itself, however rare it is. */
    private static List<IndexedTerm> alternatives(ScopeIndex scopeIndex, String text, double most) {
        List<IndexedTerm> alternatives = new ArrayList<>();
        for (Related related : RelatedTerms.of(text)) {
            IndexedTerm.of(scopeIndex, related.term())
                    .map(other -> other.withIdf(related.closeness() * Math.min(most, other.idf())))
                    .ifPresent(alternatives::add);
        }
        return alternatives;
    }

    /**
     * Returns the score that related terms add to the exact matches.
     *
     * @param exact the scores of the exact matches, by unit
     * @param words the same, by message
     */
    ScoreSignal signal(double[] exact, ScoreSignal words) {
        if (expandedTerms.isEmpty()) {
            return ScoreSignal.none("related words");
        }
        double[] units = exact.clone();
        double[] found = new double[units.length];
        expandedTerms.forEach(term -> add(term, units, found));
        double[] values = IndexedTerm.best(scopeIndex, units);
        double[] exactValues = words.values();
        for (int message = 0; message < values.length; message++) {
            double more = values[message] - exactValues[message];
            values[message] = more > ROUNDING_ERROR ? more : 0;
        }
        return new ScoreSignal("related words", values, this::detail);
    }

    /**
     * Adds the score of a term's best related term beyond the term itself. {@code found} is all zero, before and after.
     */
    private static void add(ExpandedTerm term, double[] units, double[] found) {
        IndexedTerm exactTerm = term.exactTerm();
        if (exactTerm != null) {
            // Taken out here, and put back below as the best of all alternatives.
            exactTerm.withIdf(-exactTerm.idf()).addTo(units);
            exactTerm.raise(found);
        }
        term.alternatives().forEach(other -> other.raise(found));
        if (exactTerm != null) {
            exactTerm.move(found, units);
        }
        term.alternatives().forEach(other -> other.move(found, units));
    }

    /** Lists the related words of a message with the words of the query they match: {@code purchas for buy}. */
    private String detail(int message) {
        List<String> found = new ArrayList<>();
        for (ExpandedTerm term : expandedTerms) {
            String alternatives = IndexedTerm.shared(term.alternatives(), message);
            if (!alternatives.isEmpty()) {
                found.add(alternatives + " for " + term.text());
            }
        }
        return String.join("; ", found);
    }
}

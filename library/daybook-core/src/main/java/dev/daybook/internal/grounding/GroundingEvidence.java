package dev.daybook.internal.grounding;

import dev.daybook.internal.extract.SentenceClause;
import dev.daybook.internal.extract.SentenceContent;
import dev.daybook.internal.words.EnglishAnalyzer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The combined content of several texts, indexed for grounding.
 *
 * @param clauses the distinct clauses
 * @param clausesByTerm indexes of clauses
 */
record GroundingEvidence(
        List<SentenceClause> clauses,
        Map<String, List<Integer>> clausesByTerm,
        Set<String> terms,
        Set<String> numbers) {

    static GroundingEvidence of(List<String> texts) {
        Set<SentenceClause> distinct = new LinkedHashSet<>();
        Set<String> terms = new HashSet<>();
        Set<String> numbers = new HashSet<>();
        for (String text : texts) {
            for (SentenceContent sentence : new LinkedHashSet<>(SentenceContent.ofText(text))) {
                distinct.addAll(SentenceClause.of(sentence.text()));
                terms.addAll(sentence.terms());
                numbers.addAll(sentence.numbers());
            }
        }
        List<SentenceClause> clauses = new ArrayList<>(distinct);
        Map<String, List<Integer>> byTerm = new HashMap<>();
        for (int i = 0; i < clauses.size(); i++) {
            for (String term : clauses.get(i).terms()) {
                byTerm.computeIfAbsent(term, unused -> new ArrayList<>()).add(i);
            }
        }
        return new GroundingEvidence(clauses, byTerm, terms, numbers);
    }

    boolean has(String term) {
        return terms.contains(term);
    }

    boolean hasAll(String words) {
        return EnglishAnalyzer.terms(words).stream().allMatch(this::has);
    }

    /** Returns the clauses that contain at least this share of the given terms. */
    Stream<SentenceClause> clausesLike(Set<String> some, double share) {
        Map<Integer, Integer> shared = new HashMap<>();
        for (String term : some) {
            clausesByTerm.getOrDefault(term, List.of()).forEach(i -> shared.merge(i, 1, Integer::sum));
        }
        return shared.entrySet().stream()
                .filter(like -> like.getValue() >= share * some.size())
                .map(like -> clauses.get(like.getKey()));
    }
}

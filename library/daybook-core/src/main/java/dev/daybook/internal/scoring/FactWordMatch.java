package dev.daybook.internal.scoring;

import dev.daybook.internal.text.PlainForm;
import dev.daybook.internal.words.SearchForm;
import dev.daybook.model.Fact;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Ranks facts by the words they share with a query. A fact has only a handful of words, so rarity and length carry
 * little information: the number of distinct shared words decides, and the shorter fact wins a tie.
 */
public final class FactWordMatch {

    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

    /** A single letter is rarely a search word. */
    private static final int MIN_LENGTH = 2;

    /** Words that occur in most querys, whatever the subject. */
    private static final Set<String> STOP_WORDS = Set.of(
            "the", "and", "for", "with", "from", "into", "that", "this", "these", "those", "what", "which", "who",
            "whom", "where", "when", "why", "how", "is", "are", "was", "were", "be", "been", "am", "do", "does", "did",
            "has", "have", "had", "can", "could", "will", "would", "should", "an", "of", "in", "on", "at", "to", "by",
            "as", "or", "it", "its", "my", "me", "us", "our", "you", "your", "tell");

    private final Set<String> queryWords;

    public FactWordMatch(String query) {
        queryWords = words(AnalyzedQuery.searched(query));
    }

    /** Returns whether the query has a usable word. */
    public boolean hasWords() {
        return !queryWords.isEmpty();
    }

    /**
     * Returns the best facts, or all given facts in their order if the query has no usable word.
     *
     * @param newestFirst the facts; the newest wins a tie
     */
    public List<Fact> best(List<Fact> newestFirst, int limit) {
        if (queryWords.isEmpty()) {
            return newestFirst.stream().limit(limit).toList();
        }
        return newestFirst.stream()
                .map(fact -> new SharedWords(fact, inCommon(fact)))
                .filter(match -> match.words() > 0)
                .sorted(Comparator.comparingLong(SharedWords::words)
                        .reversed()
                        .thenComparingInt(match -> match.fact().sentence().length()))
                .limit(limit)
                .map(SharedWords::fact)
                .toList();
    }

    private record SharedWords(Fact fact, long words) {}

    private long inCommon(Fact fact) {
        Set<String> there = words(fact.sentence());
        return queryWords.stream().filter(there::contains).count();
    }

    private static Set<String> words(String text) {
        return Arrays.stream(NO_WORD.split(PlainForm.folded(SearchForm.of(text))))
                .filter(word -> word.length() >= MIN_LENGTH && !STOP_WORDS.contains(word))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}

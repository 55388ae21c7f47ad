package dev.daybook.recall;

import dev.daybook.data.Fact;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Facts by the words they share with a question. A fact is a handful of words, so rarity and length say little: the number
 * of distinct words in common decides, and of equals the shorter fact.
 */
public final class FactWords {

    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

    /** A single letter is seldom meant. */
    private static final int SHORTEST = 2;

    /** What stands in most questions, whatever they ask. */
    private static final Set<String> STOP_WORDS = Set.of(
            "the", "and", "for", "with", "from", "into", "that", "this", "these", "those", "what", "which", "who",
            "whom", "where", "when", "why", "how", "is", "are", "was", "were", "be", "been", "am", "do", "does", "did",
            "has", "have", "had", "can", "could", "will", "would", "should", "an", "of", "in", "on", "at", "to", "by",
            "as", "or", "it", "its", "my", "me", "us", "our", "you", "your", "tell");

    private final Set<String> asked;

    public FactWords(String question) {
        asked = words(Question.searched(question));
    }

    /** Whether the question has a word to look for. */
    public boolean areUsable() {
        return !asked.isEmpty();
    }

    /**
     * The best facts; all that are given, in their order, if the question has no usable word.
     *
     * @param newestFirst the facts, so that of equals the newest comes first
     */
    public List<Fact> best(List<Fact> newestFirst, int limit) {
        if (asked.isEmpty()) {
            return newestFirst.stream().limit(limit).toList();
        }
        return newestFirst.stream()
                .map(fact -> new Match(fact, inCommon(fact)))
                .filter(match -> match.words() > 0)
                .sorted(Comparator.comparingLong(Match::words)
                        .reversed()
                        .thenComparingInt(match -> match.fact().statement().length()))
                .limit(limit)
                .map(Match::fact)
                .toList();
    }

    private record Match(Fact fact, long words) {}

    private long inCommon(Fact fact) {
        Set<String> there = words(fact.statement());
        return asked.stream().filter(there::contains).count();
    }

    private static Set<String> words(String text) {
        return Arrays.stream(NO_WORD.split(text.toLowerCase(Locale.ROOT)))
                .filter(word -> word.length() >= SHORTEST && !STOP_WORDS.contains(word))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}

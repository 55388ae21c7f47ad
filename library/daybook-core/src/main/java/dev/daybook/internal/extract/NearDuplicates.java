package dev.daybook.internal.extract;

import dev.daybook.model.Embedding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/**
 * Groups near-duplicate texts. A text joins the first group whose first member is similar, so a chain of small changes
 * does not join distant texts. Texts with different numbers, different polarity or different names are never similar.
 * In the comparison by words neither are texts with one word replaced: "sister" for "brother" changes one word of many,
 * but names another person.
 */
public final class NearDuplicates {

    /**
     * The Jaccard similarity of words and word bigrams. Measured on the pairs of NearDuplicatesTest: paraphrases reach
     * 0.71 to 1, pairs on the same subject or with reordered words 0.6 at most. "Sister" for "brother" in a sentence of
     * ten words reaches 0.73, hence the rule above.
     */
    static final double ALIKE = 0.7;

    /** The maximum number of groups compared by vector; more would take longer than a second or two. */
    private static final int MAX_COMPARED = 2_000;

    private final List<TextFeatures> texts = new ArrayList<>();

    private NearDuplicates(List<String> texts) {
        texts.forEach(text -> this.texts.add(TextFeatures.of(text)));
    }

    /** Groups texts by words. Returns groups of two or more as ascending indexes, in order. */
    public static List<List<Integer>> groups(List<String> texts) {
        return new NearDuplicates(texts).byWords();
    }

    /**
     * Groups texts by vectors.
     *
     * @param vectors one per text, of one embedder
     * @param minimumCosine the similarity of paraphrases, which depends on the embedder
     * @throws IllegalArgumentException if the number of vectors differs from the number of texts
     */
    public static List<List<Integer>> groups(List<String> texts, List<Embedding> vectors, double minimumCosine) {
        if (texts.size() != vectors.size()) {
            throw new IllegalArgumentException("vectors has " + vectors.size() + " elements for " + texts.size()
                    + " texts; give one for each text");
        }
        return new NearDuplicates(texts).byVectors(vectors, minimumCosine);
    }

    /**
     * Looks up candidates by their rarest elements only, since two similar sets share one of them (prefix filter;
     * Bayardo, Ma and Srikant, "Scaling Up All Pairs Similarity Search", 2007). A word that occurs in all texts then
     * costs nothing.
     */
    private List<List<Integer>> byWords() {
        Map<String, Integer> frequencies = new HashMap<>();
        texts.forEach(text -> text.shingles().forEach(shingle -> frequencies.merge(shingle, 1, Integer::sum)));
        Comparator<String> rarestFirst = Comparator.<String>comparingInt(
                        shingle -> frequencies.getOrDefault(shingle, 0))
                .thenComparing(Comparator.naturalOrder());
        Map<ExactTerms, Map<String, List<Integer>>> firsts = new HashMap<>();
        return grouped(text -> {
            Map<String, List<Integer>> byShingle =
                    firsts.computeIfAbsent(texts.get(text).firmly(), unused -> new HashMap<>());
            List<String> rare = texts.get(text).rarest(rarestFirst);
            Set<Integer> near = new TreeSet<>();
            rare.forEach(shingle -> near.addAll(byShingle.getOrDefault(shingle, List.of())));
            for (int first : near) {
                if (texts.get(first).allows(texts.get(text))
                        && texts.get(first).hasNoReplacementOf(texts.get(text))
                        && texts.get(first).jaccard(texts.get(text)) >= ALIKE) {
                    return first;
                }
            }
            rare.forEach(shingle -> byShingle
                    .computeIfAbsent(shingle, unused -> new ArrayList<>())
                    .add(text));
            return text;
        });
    }

    private List<List<Integer>> byVectors(List<Embedding> vectors, double minimumCosine) {
        Map<ExactTerms, List<Integer>> firsts = new HashMap<>();
        return grouped(text -> {
            List<Integer> near = firsts.computeIfAbsent(texts.get(text).firmly(), unused -> new ArrayList<>());
            for (int first : near) {
                if (texts.get(first).allows(texts.get(text))
                        && vectors.get(first).cosine(vectors.get(text)) >= minimumCosine) {
                    return first;
                }
            }
            if (near.size() < MAX_COMPARED) {
                near.add(text);
            }
            return text;
        });
    }

    private List<List<Integer>> grouped(IntUnaryOperator firstOf) {
        Map<Integer, List<Integer>> groups = new LinkedHashMap<>();
        Map<TextFeatures, Integer> seen = new HashMap<>();
        for (int i = 0; i < texts.size(); i++) {
            Integer same = seen.get(texts.get(i));
            int first = same == null ? firstOf.applyAsInt(i) : same;
            seen.put(texts.get(i), first);
            groups.computeIfAbsent(first, unused -> new ArrayList<>()).add(i);
        }
        return groups.values().stream().filter(group -> group.size() > 1).toList();
    }

    /** The properties that must be equal for two texts to be compared. */
    private record ExactTerms(Set<String> numbers, long negations) {}

    /** The content of a text for comparison: words with bigrams, names, and the properties that must be equal. */
    private record TextFeatures(
            Set<String> shingles, Set<String> words, Set<String> names, ExactTerms firmly, String wordless) {

        static TextFeatures of(String text) {
            if (text.length() > RuleInput.MAX_CHARACTERS) {
                return equalOnly(text);
            }
            Set<String> shingles = new HashSet<>();
            Set<String> words = new HashSet<>();
            Set<String> names = new HashSet<>();
            Set<String> numbers = new HashSet<>();
            long negations = 0;
            for (SentenceContent sentence : SentenceContent.ofText(text)) {
                String before = "";
                for (String term : sentence.terms()) {
                    shingles.add(term);
                    words.add(term);
                    if (!before.isEmpty()) {
                        shingles.add(before + ' ' + term);
                    }
                    before = term;
                }
                names.addAll(sentence.names().keySet());
                numbers.addAll(sentence.numbers());
                negations += sentence.negated() ? 1 : 0;
            }
            // "Me too." and "So am I." have no content words.
            return words.isEmpty()
                    ? equalOnly(text)
                    : new TextFeatures(shingles, words, names, new ExactTerms(numbers, negations), "");
        }

        /** The features of a text that is similar to an equal one only. */
        private static TextFeatures equalOnly(String text) {
            return new TextFeatures(Set.of(), Set.of(), Set.of(), new ExactTerms(Set.of(), 0), text.strip());
        }

        boolean allows(TextFeatures other) {
            return other.words.containsAll(names) && words.containsAll(other.names);
        }

        boolean hasNoReplacementOf(TextFeatures other) {
            return words.containsAll(other.words) || other.words.containsAll(words);
        }

        double jaccard(TextFeatures other) {
            int shared = 0;
            for (String shingle : shingles) {
                shared += other.shingles.contains(shingle) ? 1 : 0;
            }
            int all = shingles.size() + other.shingles.size() - shared;
            return all == 0 ? 0 : (double) shared / all;
        }

        List<String> rarest(Comparator<String> rarestFirst) {
            int needed = shingles.size() - (int) Math.ceil(ALIKE * shingles.size()) + 1;
            return shingles.stream().sorted(rarestFirst).limit(needed).toList();
        }
    }
}

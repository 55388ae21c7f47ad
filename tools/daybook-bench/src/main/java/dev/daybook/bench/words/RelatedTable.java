package dev.daybook.bench.words;

import dev.daybook.internal.words.EnglishAnalyzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes the table of related words: for each term of the model's vocabulary the terms whose words lie near it, and the
 * irregular forms of verbs and nouns. A line is a term, then other terms, each with its closeness in hundredths; lines are
 * in the order of their bytes. Nothing else goes into it, no text of anybody and no list for a data set.
 */
public final class RelatedTable {

    /** Below it most pairs are of one subject, but not of one meaning. */
    private static final double CLOSE = 0.35;

    private static final int MAX = 30;

    /** Words that only count or date lie near each other, and mean each something else. */
    private static final String COUNTING =
            "january february march april may june july august september october november"
                    + " december monday tuesday wednesday thursday friday saturday sunday one two three four five six seven eight"
                    + " nine ten eleven twelve first second third fourth fifth";

    private RelatedTable() {}

    /** Takes the file to write. */
    public static void main(String[] args) throws IOException {
        Map<String, float[]> vectors = vectors();
        List<String> lines = new ArrayList<>();
        Map<String, Map<String, Integer>> related = new TreeMap<>(near(vectors));
        irregular(related);
        related.forEach((term, others) -> {
            StringBuilder line = new StringBuilder(term);
            others.entrySet().stream()
                    .sorted(Map.Entry.<String, Integer>comparingByValue()
                            .reversed()
                            .thenComparing(Map.Entry.comparingByKey()))
                    .forEach(other ->
                            line.append(' ').append(other.getKey()).append(' ').append(other.getValue()));
            lines.add(line.toString());
        });
        Files.writeString(Path.of(args[0]), String.join("\n", lines) + "\n");
    }

    /** By term; of the words of one term the one that is used most stands for it. */
    private static Map<String, float[]> vectors() throws IOException {
        WordVectors words = new WordVectors();
        Set<String> left = new HashSet<>(EnglishAnalyzer.terms(COUNTING));
        Map<String, float[]> vectors = new LinkedHashMap<>();
        words.words().forEach((row, word) -> {
            List<String> terms = EnglishAnalyzer.terms(word);
            if (terms.size() == 1 && !left.contains(terms.get(0))) {
                vectors.computeIfAbsent(terms.get(0), unused -> words.vector(row));
            }
        });
        return vectors;
    }

    private static Map<String, Map<String, Integer>> near(Map<String, float[]> vectors) {
        record Near(String term, double closeness) {}
        Map<String, Map<String, Integer>> related = new TreeMap<>();
        vectors.forEach((term, vector) -> {
            List<Near> near = new ArrayList<>();
            vectors.forEach((other, its) -> {
                double closeness = other.equals(term) ? 0 : product(vector, its);
                if (closeness >= CLOSE) {
                    near.add(new Near(other, closeness));
                }
            });
            near.sort(Comparator.comparingDouble(Near::closeness).reversed());
            for (Near each : near.subList(0, Math.min(MAX, near.size()))) {
                related.computeIfAbsent(term, unused -> new TreeMap<>())
                        .put(each.term(), (int) Math.round(100 * each.closeness()));
            }
        });
        return related;
    }

    private static double product(float[] one, float[] other) {
        float sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }

    /** Forms of one word, which the stemmer does not know to be one, are as close as can be. */
    private static void irregular(Map<String, Map<String, Integer>> related) {
        for (String forms : IrregularForms.ALL.split("[|\n]+")) {
            List<String> terms =
                    EnglishAnalyzer.terms(forms).stream().distinct().toList();
            for (String term : terms) {
                for (String other : terms) {
                    if (!term.equals(other)) {
                        related.computeIfAbsent(term, unused -> new TreeMap<>()).put(other, 100);
                    }
                }
            }
        }
    }
}

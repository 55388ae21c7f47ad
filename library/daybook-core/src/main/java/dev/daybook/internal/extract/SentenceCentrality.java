package dev.daybook.internal.extract;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * Scores sentences by centrality, with continuous LexRank (Erkan and Radev, "LexRank: Graph-based Lexical Centrality as
 * Salience in Text Summarization", Journal of Artificial Intelligence Research 22, 2004). The idea is that of PageRank:
 * a random walk moves from sentence to sentence with a probability proportional to their cosine similarity over TF-IDF
 * vectors, and the stationary distribution of the walk ranks the sentences. A central sentence is similar to many
 * others that are central themselves.
 *
 * <p>The similarity matrix is the product of the term vectors with their transpose. A power iteration multiplies by the
 * two factors in turn and never builds the matrix, so its cost grows with the number of words, not with the square of
 * the number of sentences.
 */
final class SentenceCentrality {

    /** The teleport probability of the paper. */
    private static final double DAMPING = 0.15;

    /** The influence of the start decays by 0.85 a step, to 0.1% after these. */
    private static final int STEPS = 40;

    private final int[][] terms;
    private final double[][] weights;
    private final int vocabulary;

    private SentenceCentrality(List<List<String>> sentences) {
        Map<String, Integer> numbers = new HashMap<>();
        Map<String, Integer> frequencies = new HashMap<>();
        for (List<String> sentence : sentences) {
            new HashSet<>(sentence).forEach(term -> frequencies.merge(term, 1, Integer::sum));
        }
        terms = new int[sentences.size()][];
        weights = new double[sentences.size()][];
        for (int i = 0; i < terms.length; i++) {
            List<String> distinct = sentences.get(i).stream().distinct().toList();
            terms[i] = new int[distinct.size()];
            weights[i] = new double[distinct.size()];
            double square = 0;
            for (int j = 0; j < distinct.size(); j++) {
                String term = distinct.get(j);
                terms[i][j] = numbers.computeIfAbsent(term, unused -> numbers.size());
                weights[i][j] = Math.log(1 + (double) terms.length / frequencies.getOrDefault(term, 1));
                square += weights[i][j] * weights[i][j];
            }
            for (int j = 0; j < distinct.size(); j++) {
                weights[i][j] /= Math.sqrt(square);
            }
        }
        vocabulary = numbers.size();
    }

    /**
     * Returns the centrality of each sentence, relative to the highest, which is 1.
     *
     * @param sentences the terms of each sentence
     */
    static double[] of(List<List<String>> sentences) {
        return new SentenceCentrality(sentences).walk();
    }

    private double[] walk() {
        int count = terms.length;
        double[] degrees = timesSimilarity(filled(count, 1));
        double[] rank = filled(count, 1.0 / Math.max(1, count));
        for (int step = 0; step < STEPS; step++) {
            double[] leaving = new double[count];
            for (int i = 0; i < count; i++) {
                leaving[i] = degrees[i] > 0 ? rank[i] / degrees[i] : 0;
            }
            double[] arriving = timesSimilarity(leaving);
            for (int i = 0; i < count; i++) {
                rank[i] = DAMPING / count + (1 - DAMPING) * arriving[i];
            }
        }
        double highest = 0;
        for (double value : rank) {
            highest = Math.max(highest, value);
        }
        for (int i = 0; i < count; i++) {
            rank[i] /= highest;
        }
        return rank;
    }

    /** Multiplies the similarity matrix by a vector. */
    private double[] timesSimilarity(double[] values) {
        double[] byTerm = new double[vocabulary];
        for (int i = 0; i < terms.length; i++) {
            for (int j = 0; j < terms[i].length; j++) {
                byTerm[terms[i][j]] += weights[i][j] * values[i];
            }
        }
        double[] sums = new double[terms.length];
        for (int i = 0; i < terms.length; i++) {
            for (int j = 0; j < terms[i].length; j++) {
                sums[i] += weights[i][j] * byTerm[terms[i][j]];
            }
        }
        return sums;
    }

    private static double[] filled(int length, double value) {
        double[] values = new double[length];
        Arrays.fill(values, value);
        return values;
    }
}

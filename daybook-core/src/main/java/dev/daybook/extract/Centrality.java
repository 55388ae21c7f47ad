package dev.daybook.extract;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * How much a sentence is what the whole is about: the stationary distribution of a walk from sentence to sentence, where
 * one goes rather to those with the same words. This is continuous LexRank (Erkan and Radev 2004, "LexRank: Graph-based
 * Lexical Centrality as Salience in Text Summarization", Journal of Artificial Intelligence Research 22), over vectors of
 * terms weighted by their rarity.
 *
 * <p>The matrix of similarities is the product of the vectors with themselves, so a step of the walk is taken through the
 * terms and the matrix is never made: the cost is that of the words, not of the square of the sentences.
 */
final class Centrality {

    /** The paper's chance of going anywhere at random. */
    private static final double DAMPING = 0.15;

    /** The walk forgets its beginning by 0.85 a step: after these, 0.1% of it is left. */
    private static final int STEPS = 40;

    private final int[][] terms;
    private final double[][] weights;
    private final int vocabulary;

    private Centrality(List<List<String>> sentences) {
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

    /** The centrality of each sentence, given by its terms; the highest is 1. */
    static double[] of(List<List<String>> sentences) {
        return new Centrality(sentences).walk();
    }

    private double[] walk() {
        int count = terms.length;
        double[] degrees = towards(filled(count, 1));
        double[] rank = filled(count, 1.0 / Math.max(1, count));
        for (int step = 0; step < STEPS; step++) {
            double[] leaving = new double[count];
            for (int i = 0; i < count; i++) {
                leaving[i] = degrees[i] > 0 ? rank[i] / degrees[i] : 0;
            }
            double[] arriving = towards(leaving);
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

    /** The matrix of similarities times a vector. */
    private double[] towards(double[] values) {
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

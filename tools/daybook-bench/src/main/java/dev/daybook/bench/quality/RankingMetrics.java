package dev.daybook.bench.quality;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The quality of a ranking, measured by the marked evidence. All figures are between 0 and 1. Evidence that was not found
 * counts against the ranking, also where it could not have been ranked so high.
 */
final class RankingMetrics {

    private RankingMetrics() {}

    /** The part of the evidence among the first k. */
    static double recall(List<String> ranked, Set<String> evidence, int k) {
        return share(first(ranked, k), evidence);
    }

    /** The part of the evidence in a collection. */
    static double share(Collection<String> found, Set<String> evidence) {
        return (double) evidence.stream().filter(found::contains).count() / evidence.size();
    }

    /**
     * Normalised discounted cumulative gain of the first k, each turn relevant or not. The ideal has all evidence at the
     * top, so a list that misses some is punished (Järvelin and Kekäläinen, TOIS 20, 2002).
     */
    static double ndcg(List<String> ranked, Set<String> evidence, int k) {
        double gain = 0;
        List<String> first = first(ranked, k);
        for (int i = 0; i < first.size(); i++) {
            gain += evidence.contains(first.get(i)) ? discount(i) : 0;
        }
        double ideal = 0;
        for (int i = 0; i < Math.min(k, evidence.size()); i++) {
            ideal += discount(i);
        }
        return gain / ideal;
    }

    /** One by the rank of the first evidence, counted from 1; 0 if there is none. */
    static double reciprocalRank(List<String> ranked, Set<String> evidence) {
        for (int i = 0; i < ranked.size(); i++) {
            if (evidence.contains(ranked.get(i))) {
                return 1.0 / (i + 1);
            }
        }
        return 0;
    }

    /** Each of the values once, in the order of their first places. */
    static List<String> folded(List<String> values) {
        return List.copyOf(new LinkedHashSet<>(values));
    }

    static boolean hit(List<String> ranked, Set<String> evidence, int k) {
        return first(ranked, k).stream().anyMatch(evidence::contains);
    }

    static boolean all(List<String> ranked, Set<String> evidence, int k) {
        return Set.copyOf(first(ranked, k)).containsAll(evidence);
    }

    private static <T> List<T> first(List<T> ranked, int k) {
        return ranked.subList(0, Math.min(k, ranked.size()));
    }

    private static double discount(int index) {
        return Math.log(2) / Math.log(index + 2.0);
    }
}

package dev.daybook.bench.quality;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reciprocal rank fusion of rankings: the sum of 1 / (60 + rank). From Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion
 * outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009, with their constant.
 */
public final class RankSum {

    private static final int CONSTANT = 60;

    private RankSum() {}

    /** Returns the first of the joined ranking, best first. */
    public static <T> List<T> of(List<List<T>> rankings, Function<T, String> id, int limit) {
        Map<String, Double> sums = new LinkedHashMap<>();
        Map<String, T> items = new HashMap<>();
        for (List<T> ranking : rankings) {
            for (int i = 0; i < ranking.size(); i++) {
                T item = ranking.get(i);
                items.putIfAbsent(id.apply(item), item);
                sums.merge(id.apply(item), 1.0 / (CONSTANT + i + 1), Double::sum);
            }
        }
        return sums.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(limit)
                .map(each -> items.get(each.getKey()))
                .toList();
    }
}

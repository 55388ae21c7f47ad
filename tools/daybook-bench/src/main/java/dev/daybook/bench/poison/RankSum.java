package dev.daybook.bench.poison;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reciprocal rank fusion of rankings (Cormack, Clarke and Büttcher, SIGIR 2009), as the usual recipe joins its lists. */
final class RankSum {

    private static final int CONSTANT = 60;

    /** The length of each ranking. */
    static final int DEPTH = 200;

    private RankSum() {}

    /** Returns the first of the joined ranking, best first. */
    static <T> List<T> of(List<List<T>> rankings, Function<T, String> id, int limit) {
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

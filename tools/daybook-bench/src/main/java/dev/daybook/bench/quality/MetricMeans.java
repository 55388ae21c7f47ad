package dev.daybook.bench.quality;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The means of all figures over the answers that can be scored, all together and by category. */
final class MetricMeans {

    static final String ALL = "all";

    private final List<Row> rows = new ArrayList<>();
    private final double[] milliseconds;

    /** @param values between 0 and 1 */
    record Row(String category, int questions, Map<AnswerMetric, Double> values) {}

    MetricMeans(List<RankedAnswer> answers) {
        List<RankedAnswer> scored =
                answers.stream().filter(answer -> answer.question().isScored()).toList();
        Map<String, List<RankedAnswer>> byCategory = new TreeMap<>();
        scored.forEach(answer -> byCategory
                .computeIfAbsent(answer.question().category(), unused -> new ArrayList<>())
                .add(answer));
        rows.add(row(ALL, scored));
        byCategory.forEach((category, those) -> rows.add(row(category, those)));
        milliseconds = answers.stream()
                .mapToDouble(answer -> answer.nanoseconds() / 1e6)
                .sorted()
                .toArray();
    }

    /** All together first, then the categories by name. */
    List<Row> rows() {
        return rows;
    }

    double value(AnswerMetric metric) {
        return Objects.requireNonNull(rows.get(0).values().get(metric), "every row has every metric");
    }

    int asked() {
        return milliseconds.length;
    }

    /** The time that this part of the recalls stayed within: 0.5 is the median. */
    double milliseconds(double part) {
        int index = (int) Math.ceil(part * milliseconds.length) - 1;
        return milliseconds.length == 0 ? 0 : milliseconds[Math.max(0, index)];
    }

    private static Row row(String category, List<RankedAnswer> answers) {
        Map<AnswerMetric, Double> values = new EnumMap<>(AnswerMetric.class);
        for (AnswerMetric metric : AnswerMetric.values()) {
            values.put(
                    metric, answers.stream().mapToDouble(metric::of).average().orElse(0));
        }
        return new Row(category, answers.size(), values);
    }
}

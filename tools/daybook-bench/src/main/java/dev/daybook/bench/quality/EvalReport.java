package dev.daybook.bench.quality;

import dev.daybook.internal.json.PlainJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The result of an evaluation, for a person and for a program. Aggregates only: no text and no id of the data.
 *
 * @param dataSet the name of the data
 * @param embedder the name of the choice
 */
record EvalReport(
        String dataSet,
        String embedder,
        RememberedConversation.Layout layout,
        EvaluationRun evaluation,
        MetricMeans card) {

    String text() {
        List<String> heading = new ArrayList<>(List.of("data", "category", "n"));
        for (AnswerMetric metric : AnswerMetric.values()) {
            heading.add(metric.heading());
        }
        TextTable table = new TextTable(2, heading);
        for (MetricMeans.Row row : card.rows()) {
            List<String> cells = new ArrayList<>(List.of(dataSet, row.category(), String.valueOf(row.questions())));
            row.values().values().forEach(value -> cells.add(TextTable.percent(value)));
            table.add(cells);
        }
        return table + "embedder " + embedder + (layout.pairs() ? ", pairs" : "")
                + (layout.oneSession() ? ", one session" : "")
                + (layout.imported() ? ", imported" : "") + "\n"
                + String.format(
                        Locale.ROOT,
                        "recall: %d questions, p50 %.2f ms, p99 %.2f ms (the scope is open; embedding the question is in it)%n",
                        card.asked(),
                        card.milliseconds(0.5),
                        card.milliseconds(0.99))
                + String.format(
                        Locale.ROOT,
                        "writing and embedding: %.1f s, %d episodes have a vector%n",
                        evaluation.secondsToVectors(),
                        evaluation.vectors());
    }

    /** The same as one JSON object; figures are parts of one. */
    String json() {
        List<Object> rows = new ArrayList<>();
        for (MetricMeans.Row row : card.rows()) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("category", row.category());
            values.put("n", row.questions());
            row.values().forEach((metric, value) -> values.put(metric.heading(), value));
            rows.add(values);
        }
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("data", dataSet);
        report.put("embedder", embedder);
        report.put("pairs", layout.pairs());
        report.put("oneSession", layout.oneSession());
        report.put("rows", rows);
        report.put("recalls", card.asked());
        report.put("p50Milliseconds", card.milliseconds(0.5));
        report.put("p99Milliseconds", card.milliseconds(0.99));
        report.put("secondsToVectors", evaluation.secondsToVectors());
        report.put("vectors", evaluation.vectors());
        return PlainJson.write(report);
    }
}

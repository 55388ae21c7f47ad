package dev.daybook.bench.peers;

import dev.daybook.bench.peers.MeasurementResults.MeasurementKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A table of one subject: a row for each figure and size, a column for each system, and the goal of Daybook.
 *
 * @param id the name of its section in the document
 * @param kind the kind of run that its figures are from
 */
record SubjectTable(String id, String kind, boolean oneUser, List<FigureRow> figures) {

    /** The size of the first run with goals of its own; larger stores have the second goal. */
    private static final int SMALL_STORE = 10_000;

    /**
     * One figure of a workload.
     *
     * @param smallGoal the goal up to 10,000 episodes, empty for none
     * @param largeGoal the goal above
     */
    record FigureRow(String label, String workload, String field, String smallGoal, String largeGoal) {

        FigureRow(String label, String workload, String field, String goal) {
            this(label, workload, field, goal, goal);
        }

        FigureRow(String label, String workload, String field) {
            this(label, workload, field, "", "");
        }

        String goal(int rows) {
            return rows <= SMALL_STORE ? smallGoal : largeGoal;
        }
    }

    private static final List<SubjectTable> ALL = List.of(
            compared(
                    "write",
                    new FigureRow("1 writer, p50 ms", "W1", "p50_ms", "≤ 0.3"),
                    new FigureRow("1 writer, p99 ms", "W1", "p99_ms"),
                    new FigureRow("1 writer, processor ms", "W1", "cpu_ms", "≤ 0.4"),
                    new FigureRow("8 writers, writes/s", "W1c8", "ops_s", "≥ 5,000")),
            new SubjectTable(
                    "flushes",
                    "flushes",
                    false,
                    List.of(
                            new FigureRow("1 writer, flushes", "W1", "flushes", "1"),
                            new FigureRow("1 writer, bytes", "W1", "bytes", "≤ 24,000"),
                            new FigureRow("of these in the log", "W1", "log_bytes"),
                            new FigureRow("of these in key files", "W1", "keys_bytes"),
                            new FigureRow("of these in other files", "W1", "database_bytes"),
                            new FigureRow("8 writers, flushes", "W1c8", "flushes"),
                            new FigureRow("8 writers, bytes", "W1c8", "bytes"))),
            compared(
                    "recall",
                    new FigureRow("by vector, p50 ms", "W3", "p50_ms", "≤ 0.05", "≤ 0.06"),
                    new FigureRow("by vector, p99 ms", "W3", "p99_ms"),
                    new FigureRow("by vector, recall@10 of exact", "W3", "recall10", "≥ 0.99"),
                    new FigureRow("hybrid, p50 ms", "W3h", "p50_ms", "≤ 0.15", "≤ 0.25"),
                    new FigureRow("by vector, 8 threads, recalls/s", "W3c8", "ops_s", "≥ 15,000")),
            new SubjectTable(
                    "large",
                    "compare",
                    true,
                    List.of(
                            new FigureRow("by vector, p50 ms", "W3", "p50_ms", "≤ 0.11"),
                            new FigureRow("by vector, recall@10 of exact", "W3", "recall10", "≥ 0.99"),
                            new FigureRow("hybrid, p50 ms", "W3h", "p50_ms", "≤ 0.19"),
                            new FigureRow("first hit after a write, p50 ms", "W10", "first_hit_ms_p50", "≤ 0.4"),
                            new FigureRow(
                                    "open and first recall, warm process, p50 ms", "W7", "p50_ms", "≤ 15", "≤ 60"),
                            new FigureRow("fresh process of Java, p50 ms", "W7fresh", "p50_ms", "≤ 600", ""))),
            compared("history", new FigureRow("p50 ms", "W4", "p50_ms", "≤ 0.025")),
            compared("first-hit", new FigureRow("p50 ms", "W10", "first_hit_ms_p50", "≤ 0.2", "≤ 0.3")),
            compared(
                    "forget",
                    new FigureRow("until invisible, p50 ms", "W5", "p50_ms", "≤ 1.5"),
                    new FigureRow("until the bytes are gone, ms", "W5bytes", "p50_ms", "≤ 3,000")),
            new SubjectTable(
                    "forget-writes",
                    "forget",
                    false,
                    List.of(
                            new FigureRow("writes alone, p50 ms", "writes-alone", "p50_ms"),
                            new FigureRow("writes during a forget, p50 ms", "writes-with-forget", "p50_ms"),
                            new FigureRow("writes alone, p99 ms", "writes-alone", "p99_ms"),
                            new FigureRow(
                                    "writes during a forget, p99 ms",
                                    "writes-with-forget",
                                    "p99_ms",
                                    "≤ 2 times the p99 alone"),
                            new FigureRow("writes alone, longest, ms", "writes-alone", "max_ms"),
                            new FigureRow("writes during a forget, longest, ms", "writes-with-forget", "max_ms"),
                            new FigureRow("until the bytes are gone, ms", "forget-bytes-gone", "p50_ms", "≤ 3,000"))),
            compared("export", new FigureRow("p50 ms", "W6", "p50_ms", "≤ 0.09", "≤ 0.5")),
            compared("bulk", new FigureRow("rows/s", "W9", "rows_s", "≥ 10,000")),
            compared("disk", new FigureRow("bytes an episode", "W8", "disk_bytes_per_episode", "≤ 2,600")),
            compared(
                    "open",
                    new FigureRow("warm process, p50 ms", "W7", "p50_ms", "≤ 10"),
                    new FigureRow("fresh process of Java, p50 ms", "W7fresh", "p50_ms")));

    static List<SubjectTable> all() {
        return ALL;
    }

    /** Returns the table as Markdown; empty if no figure of it was measured. */
    Optional<String> markdown(MeasurementResults results) {
        List<PeerSystem> systems = Arrays.stream(PeerSystem.values())
                .filter(system -> system == PeerSystem.DAYBOOK || isMeasured(results, system))
                .toList();
        List<String> rows = new ArrayList<>();
        for (FigureRow figure : figures) {
            for (int size : results.sizes(kind, oneUser)) {
                row(results, systems, figure, size).ifPresent(rows::add);
            }
        }
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        List<String> heading = new ArrayList<>(List.of("episodes", "figure"));
        systems.forEach(system -> heading.add(system.label()));
        heading.add(3, "goal");
        return Optional.of(line(heading) + "|" + " --- |".repeat(heading.size()) + "\n" + String.join("", rows));
    }

    private Optional<String> row(MeasurementResults results, List<PeerSystem> systems, FigureRow figure, int size) {
        List<Optional<FigureRange>> values = systems.stream()
                .map(system -> results.figure(key(system, figure, size), figure.field()))
                .toList();
        if (values.stream().allMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        List<String> cells = new ArrayList<>();
        cells.add(String.format(Locale.ROOT, "%,d", size));
        cells.add(figure.label());
        values.forEach(value -> cells.add(value.map(FigureRange::cell).orElse("–")));
        cells.add(3, figure.goal(size));
        return Optional.of(line(cells));
    }

    private boolean isMeasured(MeasurementResults results, PeerSystem system) {
        return figures.stream()
                .anyMatch(figure -> results.sizes(kind, oneUser).stream()
                        .anyMatch(size -> results.figure(key(system, figure, size), figure.field())
                                .isPresent()));
    }

    private MeasurementKey key(PeerSystem system, FigureRow figure, int size) {
        return new MeasurementKey(kind, size, oneUser, system, figure.workload());
    }

    private static SubjectTable compared(String id, FigureRow... figures) {
        return new SubjectTable(id, "compare", false, List.of(figures));
    }

    /** Returns a line of a Markdown table. */
    static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}

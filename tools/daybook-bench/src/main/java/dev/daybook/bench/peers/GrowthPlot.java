package dev.daybook.bench.peers;

import dev.daybook.bench.peers.MeasurementResults.MeasurementKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A figure against the number of episodes in the store: a plot of all systems, and a row in the table of Daybook. */
enum GrowthPlot {
    RECALL("recall", "Recall by vector, p50 ms", "W3", "p50_ms"),
    HYBRID_RECALL("hybrid-recall", "Hybrid recall, p50 ms", "W3h", "p50_ms"),
    WRITE("write", "Durable write, p50 ms", "W1", "p50_ms"),
    HISTORY("history", "Last 20 turns of a session, p50 ms", "W4", "p50_ms"),
    FIRST_HIT("first-hit", "First hit after a write, p50 ms", "W10", "first_hit_ms_p50"),
    OPEN("open", "Open and first recall, warm process, p50 ms", "W7", "p50_ms"),
    FORGET("forget", "Forget a user, p50 ms", "W5", "p50_ms"),
    BYTES_GONE("bytes-gone", "Forget a user, until the bytes are gone, ms", "W5bytes", "p50_ms"),
    BULK("bulk", "Bulk load, rows/s", "W9", "rows_s"),
    DISK("disk", "Disk, bytes an episode", "W8", "disk_bytes_per_episode");

    /** The folder of the plots, beside the document. */
    static final String FOLDER = "plots";

    private static final String KIND = "growth";

    /** The first figures of the table are drawn too; the others are few numbers. */
    private static final int DRAWN = 5;

    private final String id;
    private final String title;
    private final String workload;
    private final String field;

    GrowthPlot(String id, String title, String workload, String field) {
        this.id = id;
        this.title = title;
        this.workload = workload;
        this.field = field;
    }

    static List<GrowthPlot> drawn() {
        return Arrays.stream(values()).limit(DRAWN).toList();
    }

    String fileName() {
        return "growth-" + id + ".svg";
    }

    /** Returns the plot as SVG; empty if nothing was measured at two sizes. */
    Optional<String> svg(MeasurementResults results) {
        LinePlot plot = new LinePlot(title, "episodes in the store");
        for (PeerSystem system : PeerSystem.values()) {
            List<LinePlot.PlotPoint> points = new ArrayList<>();
            for (int size : results.sizes(KIND, false)) {
                figure(results, system, size)
                        .ifPresent(range -> points.add(new LinePlot.PlotPoint(size, range.median())));
            }
            plot.add(system.label(), points);
        }
        return plot.isEmpty() ? Optional.empty() : Optional.of(plot.svg());
    }

    /** Returns the table of Daybook's figures, a column for each size, and the plots; empty if there are none. */
    static Optional<String> markdown(MeasurementResults results) {
        List<Integer> sizes = List.copyOf(results.sizes(KIND, false));
        if (sizes.isEmpty()) {
            return Optional.empty();
        }
        List<String> heading = new ArrayList<>(List.of("Daybook, episodes in the store"));
        sizes.forEach(size -> heading.add(FigureRange.text(size)));
        StringBuilder table = new StringBuilder(SubjectTable.line(heading));
        table.append('|').append(" --- |".repeat(heading.size())).append('\n');
        for (GrowthPlot each : values()) {
            List<Optional<FigureRange>> figures = sizes.stream()
                    .map(size -> each.figure(results, PeerSystem.DAYBOOK, size))
                    .toList();
            if (figures.stream().anyMatch(Optional::isPresent)) {
                List<String> cells = new ArrayList<>(List.of(each.title));
                figures.forEach(
                        figure -> cells.add(figure.map(FigureRange::cell).orElse("–")));
                table.append(SubjectTable.line(cells));
            }
        }
        table.append('\n');
        for (GrowthPlot each : drawn()) {
            if (each.svg(results).isPresent()) {
                table.append("![" + each.title + "](" + FOLDER + "/" + each.fileName() + ")\n");
            }
        }
        return Optional.of(table.toString());
    }

    private Optional<FigureRange> figure(MeasurementResults results, PeerSystem system, int size) {
        return results.figure(new MeasurementKey(KIND, size, false, system, workload), field);
    }
}

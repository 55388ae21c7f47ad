package dev.daybook.bench.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes result files into the document of the benchmarks as tables, and draws the plots. */
@Command(
        name = "report",
        description = "Writes the measurements of result files as tables into docs/benchmarks.md, between the comments"
                + " that name each section, and draws the plots beside it. A section without a measurement stays as it"
                + " is. Later files replace earlier ones.",
        sortOptions = false)
final class ReportCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Result files of the other commands.")
    private List<Path> files;

    @Option(names = "--document", paramLabel = "FILE", description = "Default: docs/benchmarks.md of the working copy.")
    private @Nullable Path document;

    @Override
    public Integer call() throws IOException {
        MeasurementResults results = MeasurementResults.read(files);
        Path file = document == null ? BenchFolders.root().resolve("docs/benchmarks.md") : document.toAbsolutePath();
        MarkedDocument page = new MarkedDocument(Files.readString(file));
        List<String> missing = new ArrayList<>();
        sections(results).forEach((section, content) -> {
            content.ifPresent(text -> page.replace(section, text));
            if (content.isEmpty()) {
                missing.add(section);
            }
        });
        if (!missing.isEmpty()) {
            spec.commandLine().getErr().println("daybook: without a measurement, and left as they are: " + missing);
        }
        Files.writeString(file, page.text());
        Path plots = Files.createDirectories(file.resolveSibling(GrowthPlot.FOLDER));
        for (GrowthPlot plot : GrowthPlot.drawn()) {
            Optional<String> svg = plot.svg(results);
            if (svg.isPresent()) {
                Files.writeString(plots.resolve(plot.fileName()), svg.get());
            }
        }
        return 0;
    }

    private static Map<String, Optional<String>> sections(MeasurementResults results) {
        Map<String, Optional<String>> sections = new LinkedHashMap<>();
        SubjectTable.all().forEach(table -> sections.put(table.id(), table.markdown(results)));
        sections.put("growth", GrowthPlot.markdown(results));
        sections.put("runs", Optional.of(runs(results) + "\n" + versions(results)));
        return sections;
    }

    /** Returns the runs; those that one command made and that differ in the size only are one row. */
    private static String runs(MeasurementResults results) {
        Map<List<String>, List<FigureRange>> rows = new LinkedHashMap<>();
        results.runs().forEach((setup, load) -> {
            List<String> row = List.of("`" + setup.command() + "`", setup.date(), setup.commit(), setup.machine());
            load.ifPresentOrElse(
                    range ->
                            rows.computeIfAbsent(row, each -> new ArrayList<>()).add(range),
                    () -> rows.computeIfAbsent(row, each -> new ArrayList<>()));
        });
        StringBuilder table = new StringBuilder("| command | date | commit | machine | load average |\n");
        table.append("| --- | --- | --- | --- | --- |\n");
        rows.forEach((row, loads) -> {
            List<String> cells = new ArrayList<>(row);
            double least = loads.stream().mapToDouble(FigureRange::least).min().orElse(Double.NaN);
            double most = loads.stream().mapToDouble(FigureRange::most).max().orElse(Double.NaN);
            cells.add(loads.isEmpty() ? "–" : FigureRange.text(least) + " to " + FigureRange.text(most));
            table.append(SubjectTable.line(cells));
        });
        return table.toString();
    }

    private static String versions(MeasurementResults results) {
        Map<PeerSystem, String> versions = results.versions();
        List<String> texts = new ArrayList<>();
        for (PeerSystem system : PeerSystem.values()) {
            if (versions.containsKey(system)) {
                texts.add(system.label() + " (" + versions.get(system) + ")");
            }
        }
        return texts.isEmpty() ? "" : "Peers: " + String.join(", ", texts) + ".\n";
    }
}

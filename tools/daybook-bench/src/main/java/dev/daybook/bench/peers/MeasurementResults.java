package dev.daybook.bench.peers;

import dev.daybook.internal.json.PlainJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of result files. A later run of the same kind and size replaces an earlier one, system by system and
 * workload by workload. A system whose load was not complete is left out of a comparison; in a growth it counts with the
 * rows that it loaded.
 */
final class MeasurementResults {

    /** The address of a measurement: its lines are the rounds. */
    record MeasurementKey(String kind, int rows, boolean oneUser, PeerSystem system, String workload) {}

    /** The rounds of a measurement, with the run they belong to. */
    private record MeasuredRounds(ResultSetup setup, List<Map<String, @Nullable Object>> lines) {}

    private static final String GROWTH = "growth";

    private final Map<MeasurementKey, MeasuredRounds> measurements = new LinkedHashMap<>();

    static MeasurementResults read(Collection<Path> files) throws IOException {
        MeasurementResults results = new MeasurementResults();
        for (Path file : files) {
            results.read(Files.readAllLines(file), file.toString());
        }
        return results;
    }

    void read(List<String> lines, String source) {
        Map<MeasurementKey, MeasuredRounds> run = new LinkedHashMap<>();
        ResultSetup setup = null;
        for (String line : lines) {
            Map<String, @Nullable Object> fields = PlainJson.readObject(line);
            if (fields.containsKey("setup")) {
                add(run);
                setup = ResultSetup.of(fields);
            } else if (setup == null) {
                throw new IllegalArgumentException(source + " does not begin with a setup; use a file of peers.sh");
            } else if (!fields.containsKey("error")) {
                MeasurementKey key = new MeasurementKey(
                        setup.kind(),
                        rows(setup, fields),
                        setup.oneUser(),
                        PeerSystem.of(String.valueOf(fields.get("peer"))),
                        String.valueOf(fields.get("workload")));
                ResultSetup current = setup;
                run.computeIfAbsent(key, each -> new MeasuredRounds(current, new ArrayList<>()))
                        .lines()
                        .add(fields);
            }
        }
        add(run);
    }

    private void add(Map<MeasurementKey, MeasuredRounds> run) {
        Set<PeerSystem> incomplete = new LinkedHashSet<>();
        run.forEach((key, rounds) -> {
            if (!key.kind().equals(GROWTH)
                    && rounds.lines().stream().anyMatch(line -> Boolean.FALSE.equals(line.get("complete")))) {
                incomplete.add(key.system());
            }
        });
        run.keySet().removeIf(key -> incomplete.contains(key.system()));
        measurements.putAll(run);
        run.clear();
    }

    /** Returns the rows of the store: in a comparison those of all systems, in a growth those that were loaded. */
    private static int rows(ResultSetup setup, Map<String, @Nullable Object> fields) {
        return setup.kind().equals(GROWTH) && fields.get("n") instanceof Number loaded
                ? loaded.intValue()
                : setup.rows();
    }

    Optional<FigureRange> figure(MeasurementKey key, String field) {
        MeasuredRounds rounds = measurements.get(key);
        if (rounds == null) {
            return Optional.empty();
        }
        List<Double> values = rounds.lines().stream()
                .map(line -> line.get(field))
                .filter(Number.class::isInstance)
                .map(number -> ((Number) number).doubleValue())
                .toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(FigureRange.of(values));
    }

    /** Returns the numbers of episodes in the runs of a kind, in ascending order. */
    Set<Integer> sizes(String kind, boolean oneUser) {
        Set<Integer> sizes = new TreeSet<>();
        for (MeasurementKey key : measurements.keySet()) {
            if (key.kind().equals(kind) && key.oneUser() == oneUser) {
                sizes.add(key.rows());
            }
        }
        return sizes;
    }

    /** Returns the runs with a measurement, each with the least and the highest load average of its measurements. */
    Map<ResultSetup, Optional<FigureRange>> runs() {
        Map<ResultSetup, List<Double>> loads = new LinkedHashMap<>();
        measurements.values().forEach(rounds -> {
            List<Double> load = loads.computeIfAbsent(rounds.setup(), each -> new ArrayList<>());
            rounds.lines().stream()
                    .map(line -> line.get("load1"))
                    .filter(Number.class::isInstance)
                    .forEach(number -> load.add(((Number) Objects.requireNonNull(number)).doubleValue()));
        });
        Map<ResultSetup, Optional<FigureRange>> runs = new LinkedHashMap<>();
        loads.forEach((setup, load) ->
                runs.put(setup, load.isEmpty() ? Optional.empty() : Optional.of(FigureRange.of(load))));
        return runs;
    }

    /** Returns the newest version of each system but Daybook. */
    Map<PeerSystem, String> versions() {
        Map<PeerSystem, String> versions = new HashMap<>();
        measurements.forEach((key, rounds) -> {
            Object version = rounds.lines().get(0).get("version");
            if (version != null && key.system() != PeerSystem.DAYBOOK) {
                versions.put(key.system(), version.toString());
            }
        });
        return versions;
    }
}

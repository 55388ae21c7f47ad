package dev.daybook.bench.child;

import dev.daybook.internal.json.PlainJson;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes measurements as lines of JSON. */
final class MeasurementWriter {

    private static final String DURABILITY = "one flush for each write, shared by concurrent writes";

    private final PrintStream out;
    private final String peer;
    private int rows;
    private int users;

    MeasurementWriter(PrintStream out, String peer) {
        this.out = out;
        this.peer = peer;
    }

    /** Sets the size of the store, which is part of each line from then on. */
    void size(int rows, int users) {
        this.rows = rows;
        this.users = users;
    }

    void write(String workload, Map<String, ? extends @Nullable Object> figures) {
        Map<String, @Nullable Object> line = PlainJson.object("peer", peer);
        line.put(
                "version",
                "daybook " + System.getProperty("commit", "unknown") + ", Java " + System.getProperty("java.version"));
        line.put("workload", workload);
        line.put("n", rows);
        line.put("tenants", users);
        line.put("durable", DURABILITY);
        figures.forEach((name, value) -> line.put(name, value instanceof Double number ? rounded(number) : value));
        line.put("load1", rounded(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
        print(line);
    }

    void failure(String workload, Throwable failure) {
        print(Map.of("peer", peer, "workload", workload, "error", failure.toString()));
    }

    /** Ends the answer to a command. */
    void done() {
        print(Map.of("done", true));
    }

    private void print(Map<String, ? extends @Nullable Object> line) {
        out.println(PlainJson.write(line));
        out.flush();
    }

    private static double rounded(double value) {
        return Math.round(value * 1e4) / 1e4;
    }
}

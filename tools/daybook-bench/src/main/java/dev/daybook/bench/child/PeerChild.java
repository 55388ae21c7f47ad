package dev.daybook.bench.child;

import dev.daybook.internal.json.PlainJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Daybook behind the line protocol of the comparison, {@code PeerChild [NAME]}. Each line of stdin is a command as
 * JSON, answered by any number of measurements and {@code {"done":true}}:
 *
 * <ul>
 *   <li>{@code {"cmd":"load","data":DIR,"n":ROWS,"tenants":USERS,"store":DIR}}: the bulk load W9 and the sizes W8
 *   <li>{@code {"cmd":"run","w":NAME,"budget_s":SECONDS}}: a workload; a name that is not known measures nothing
 *   <li>{@code {"cmd":"exit"}}
 * </ul>
 */
public final class PeerChild {

    private static final double BUDGET_SECONDS = 4;

    private final MeasurementWriter out;
    private @Nullable LoadedStore store;
    private List<ChildWorkload> workloads = List.of();

    PeerChild(String name, PrintStream out) {
        this.out = new MeasurementWriter(out, name);
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        // Stdout is the protocol's; a stray line of a library must not get into it.
        System.setOut(System.err);
        new PeerChild(arguments.length == 0 ? "daybook" : arguments[0], answers).serve(System.in);
    }

    /** Answers commands until an exit or the end of the stream, then closes the store. */
    void serve(InputStream commands) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(commands, StandardCharsets.UTF_8));
        boolean exit = false;
        while (!exit) {
            String line = lines.readLine();
            if (line == null) {
                break;
            }
            Map<String, @Nullable Object> command = PlainJson.readObject(line);
            exit = "exit".equals(command.get("cmd"));
            answer(command);
            out.done();
        }
        if (store != null) {
            store.close();
        }
    }

    private void answer(Map<String, @Nullable Object> command) {
        String workload = String.valueOf(command.getOrDefault("w", command.get("cmd")));
        try {
            switch (String.valueOf(command.get("cmd"))) {
                case "load" -> load(BulkLoad.of(command));
                case "run" ->
                    run(
                            workload,
                            BulkLoad.number(command, "budget_s", BUDGET_SECONDS).doubleValue());
                default -> {}
            }
        } catch (Exception | OutOfMemoryError e) {
            e.printStackTrace();
            out.failure(workload, e);
        }
    }

    private void load(BulkLoad load) throws Exception {
        LoadedStore loaded = load.run(out);
        store = loaded;
        workloads = List.of(
                new WriteWorkload(loaded, out),
                new RecallWorkload(loaded, out),
                new ScopeWorkload(loaded, out),
                new OpenWorkload(loaded, out));
    }

    private void run(String workload, double budgetSeconds) throws Exception {
        for (ChildWorkload each : workloads) {
            if (each.run(workload, budgetSeconds)) {
                return;
            }
        }
    }
}

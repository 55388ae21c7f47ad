package dev.daybook.bench.peers;

import dev.daybook.bench.peers.DiskTraffic.FileGroup;
import dev.daybook.bench.peers.TracedChild.TracedOperations;
import dev.daybook.bench.quality.ScratchDaybook;
import dev.daybook.internal.json.PlainJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Counts the flushes and the bytes of a durable write by strace, so that the load of the machine does not matter.
 *
 * <p>Children warm up with a number of writes of their own. So each is traced twice, for a short and a long time: the
 * difference of the counts belongs to the difference of the measured writes, and the warm-up cancels out.
 */
@Command(
        name = "flushes",
        description =
                "Counts flushes and bytes of a durable write, with 1 and 8 writers, by strace, and appends them to"
                        + " a file. The writes of a warm-up are not counted.",
        sortOptions = false)
final class FlushCommand implements Callable<Integer> {

    private static final double SHORT_SECONDS = 0.3;
    private static final double WARM_UP_SECONDS = 2;

    @Mixin
    private BenchFolders folders;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--peers",
            split = ",",
            defaultValue = "jeeves_chroma,pgvector,sqlite_vec,lucene,log_floor",
            description = "The systems beside Daybook. Default: ${DEFAULT-VALUE}.")
    private List<String> peers;

    @Option(names = "--rows", defaultValue = "2000", description = "Episodes in the store. Default: ${DEFAULT-VALUE}.")
    private int rows;

    @Option(names = "--seconds", defaultValue = "4", description = "Of the longer trace. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The result file.")
    private Path out;

    @Override
    public Integer call() throws Exception {
        List<PeerSystem> systems = PeerSystem.withDaybook(peers);
        Path data = folders.data();
        ResultSetup.now("flushes", rows, false, UsedCommand.of(spec)).appendTo(out);
        for (PeerSystem system : systems) {
            count(system, data);
        }
        return 0;
    }

    private void count(PeerSystem system, Path data) throws IOException, InterruptedException {
        Path folder = folders.stores().resolve("flushes-" + system.id());
        Path store = folder.resolve("s");
        ScratchDaybook.delete(folder);
        try (TracedChild child = new TracedChild(system.command(folders), store)) {
            child.ask(Map.of(
                    "cmd",
                    "load",
                    "data",
                    data.toString(),
                    "n",
                    rows,
                    "tenants",
                    BenchFolders.DATA_USERS,
                    "store",
                    store.toString(),
                    "budget_s",
                    60));
            for (String workload : List.of("W1", "W1c8")) {
                child.ask(run(workload, WARM_UP_SECONDS));
                TracedOperations few = child.trace(run(workload, SHORT_SECONDS));
                TracedOperations many = child.trace(run(workload, seconds));
                Map<String, Object> line = new LinkedHashMap<>();
                line.put("peer", system.id());
                line.put("workload", workload);
                line.put("n", rows);
                line.put("tenants", BenchFolders.DATA_USERS);
                line.putAll(perWrite(many.traffic().minus(few.traffic()), many.operations() - few.operations()));
                System.out.println(PlainJson.write(line));
                ResultSetup.append(out, line);
            }
        } catch (IOException e) {
            System.err.println("daybook: " + system.label() + " is left out: " + e.getMessage());
        } finally {
            ScratchDaybook.delete(folder);
        }
    }

    static Map<String, Object> perWrite(DiskTraffic traffic, long writes) {
        if (writes <= 0) {
            throw new IllegalArgumentException("the longer trace has no more writes; raise --seconds");
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("ops", writes);
        figures.put("flushes", rounded(traffic.flushes() / (double) writes));
        figures.put("bytes", Math.round(traffic.bytes() / (double) writes));
        for (FileGroup group : FileGroup.values()) {
            figures.put(group.id() + "_flushes", rounded(traffic.of(group).flushes() / (double) writes));
            figures.put(group.id() + "_bytes", Math.round(traffic.of(group).bytes() / (double) writes));
        }
        return figures;
    }

    private static Map<String, Object> run(String workload, double seconds) {
        return Map.of("cmd", "run", "w", workload, "budget_s", seconds);
    }

    private static double rounded(double value) {
        return Math.round(value * 1e3) / 1e3;
    }
}

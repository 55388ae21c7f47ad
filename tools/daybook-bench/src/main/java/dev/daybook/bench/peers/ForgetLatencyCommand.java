package dev.daybook.bench.peers;

import dev.daybook.bench.child.ForgetLatency;
import dev.daybook.internal.json.PlainJson;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures the writes of other users while one user is forgotten. */
@Command(
        name = "forget",
        description = "Measures 2,000 writes of other users, one due every 5 ms, without and with a forget of one user"
                + " of about 100 episodes, in turns, and the time until no file contains the forgotten bytes. A write"
                + " that begins late is timed from when it was due.",
        sortOptions = false)
final class ForgetLatencyCommand implements Callable<Integer> {

    @Mixin
    private BenchFolders folders;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--rows",
            defaultValue = "100000",
            description = "Episodes in the store. Default: ${DEFAULT-VALUE}.")
    private int rows;

    @Option(names = "--writes", defaultValue = "2000", description = "Of a round. Default: ${DEFAULT-VALUE}.")
    private int writes;

    @Option(names = "--rounds", defaultValue = "3", description = "Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The result file.")
    private Path out;

    @Override
    public Integer call() throws Exception {
        Path data = folders.data();
        ResultSetup.now("forget", rows, false, UsedCommand.of(spec)).appendTo(out);
        try (ForgetLatency latency = new ForgetLatency(data, folders.stores(), rows, writes)) {
            for (int round = 0; round < rounds; round++) {
                for (Map<String, Object> line : latency.round(writes, round)) {
                    System.out.println(PlainJson.write(line));
                    ResultSetup.append(out, line);
                }
            }
            if (latency.isOverloaded()) {
                spec.commandLine()
                        .getErr()
                        .println("daybook: not even the writes alone kept their pace; repeat this on a quiet machine");
            }
        }
        return 0;
    }
}

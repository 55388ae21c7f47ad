package dev.daybook.bench.peers;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures systems in turns on the same rows, and appends the measurements to a file. */
@Command(
        name = "compare",
        description = "Measures systems in turns on the same rows, in several rounds, and appends one line for each"
                + " measurement to a file.",
        sortOptions = false)
final class CompareCommand implements Callable<Integer> {

    @Mixin
    private BenchFolders folders;

    @Spec
    private CommandSpec spec;

    @Option(names = "--rows", required = true, description = "Episodes in the store, at most 100,000.")
    private int rows;

    @Option(names = "--one-user", description = "All rows belong to one user: a large scope.")
    private boolean oneUser;

    @Option(
            names = "--peers",
            split = ",",
            defaultValue = "jeeves_chroma,pgvector,sqlite_vec,lucene,log_floor",
            description = "The systems beside Daybook. Default: ${DEFAULT-VALUE}.")
    private List<String> peers;

    @Option(
            names = "--work",
            defaultValue = "W3,W3c8,W3h,W4,W6,W1,W1c8,W10",
            description = "The workloads of a round. Default: ${DEFAULT-VALUE}.")
    private String work;

    @Option(
            names = "--last",
            defaultValue = "W5,W7",
            description = "The workloads after the rounds. Default: ${DEFAULT-VALUE}.")
    private String last;

    @Option(names = "--rounds", defaultValue = "3", description = "Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--budget",
            defaultValue = "1",
            description = "Seconds for each measurement. Default: ${DEFAULT-VALUE}.")
    private double budget;

    @Option(
            names = "--load-budget",
            defaultValue = "300",
            description = "Seconds for a load. Default: ${DEFAULT-VALUE}.")
    private int loadBudget;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The result file.")
    private Path out;

    @Override
    public Integer call() throws Exception {
        if (rows < 1 || rows > BenchFolders.DATA_ROWS - BenchFolders.NEW_ROWS) {
            throw new IllegalArgumentException("--rows is " + rows + "; use 1 to 100,000");
        }
        List<PeerSystem> systems = PeerSystem.withDaybook(peers);
        Path data = folders.data();
        ResultSetup.now("compare", rows, oneUser, UsedCommand.of(spec)).appendTo(out);
        new ChildRun(
                        data,
                        rows,
                        oneUser ? 1 : BenchFolders.DATA_USERS,
                        systems,
                        work,
                        oneUser ? last.replace("W5,", "") : last,
                        rounds,
                        budget,
                        loadBudget,
                        out.toAbsolutePath())
                .run(folders);
        return 0;
    }
}

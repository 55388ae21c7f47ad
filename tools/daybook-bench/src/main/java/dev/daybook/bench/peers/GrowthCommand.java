package dev.daybook.bench.peers;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures the same users of about 100 episodes in stores of more and more users. */
@Command(
        name = "growth",
        description = "Measures users of about 100 episodes in stores of 1,000 to 1,000,000 episodes, each size in"
                + " processes of its own. Peers are measured up to the size of --peers-up-to.",
        sortOptions = false)
final class GrowthCommand implements Callable<Integer> {

    private static final int ROWS_A_USER = 100;

    /** The users that W5 forgets; W7 needs another one. */
    private static final int FORGOTTEN_USERS = 10;

    @Mixin
    private BenchFolders folders;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--sizes",
            split = ",",
            defaultValue = "1000,10000,100000,1000000",
            description = "Episodes. Default: ${DEFAULT-VALUE}.")
    private List<Integer> sizes;

    @Option(
            names = "--peers",
            split = ",",
            defaultValue = "",
            description = "The systems beside Daybook. Default: none.")
    private List<String> peers;

    @Option(names = "--peers-up-to", defaultValue = "10000", description = "Default: ${DEFAULT-VALUE} episodes.")
    private int peersUpTo;

    @Option(names = "--rounds", defaultValue = "3", description = "Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--budget",
            defaultValue = "1",
            description = "Seconds for each measurement. Default: ${DEFAULT-VALUE}.")
    private double budget;

    @Option(
            names = "--load-budget",
            defaultValue = "360",
            description = "Seconds for a load. Default: ${DEFAULT-VALUE}.")
    private int loadBudget;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The result file.")
    private Path out;

    @Override
    public Integer call() throws Exception {
        List<PeerSystem> systems = PeerSystem.withDaybook(peers);
        for (int size : sizes) {
            int users = Math.max(2, size / ROWS_A_USER);
            // A larger store repeats the rows of the largest data set for other users.
            Path data = folders.data(
                    Math.min(BenchFolders.DATA_ROWS, size + BenchFolders.NEW_ROWS),
                    Math.min(BenchFolders.DATA_USERS, users));
            ResultSetup.now("growth", size, false, UsedCommand.of(spec)).appendTo(out);
            new ChildRun(
                            data,
                            size,
                            users,
                            size <= peersUpTo ? systems : List.of(PeerSystem.DAYBOOK),
                            "W3,W3h,W4,W1,W10",
                            users > FORGOTTEN_USERS ? "W5,W7" : "W7",
                            rounds,
                            budget,
                            loadBudget,
                            out.toAbsolutePath())
                    .run(folders);
        }
        return 0;
    }
}

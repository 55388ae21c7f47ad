package dev.daybook.bench.peers;

import dev.daybook.bench.quality.EvalMain;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tools/daybook-bench/peers.sh}: Daybook beside other systems, from their installation to the tables. */
@Command(
        name = "peers.sh",
        header = "Measures Daybook beside other systems.",
        description = "Run one of the commands below; each has --help.",
        subcommands = {
            InstallCommand.class,
            CompareCommand.class,
            GrowthCommand.class,
            FlushCommand.class,
            ForgetLatencyCommand.class,
            ReportCommand.class
        },
        sortOptions = false)
final class PeersMain implements Runnable {

    @Spec
    private CommandSpec spec;

    private PeersMain() {}

    public static void main(String[] arguments) {
        System.exit(EvalMain.run(new PeersMain(), System.out, System.err, arguments));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name one of the commands, such as compare");
    }
}

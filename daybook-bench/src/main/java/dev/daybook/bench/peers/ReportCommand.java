package dev.daybook.bench.peers;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "report")
final class ReportCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        return 0;
    }
}

package dev.daybook.server.cli.administration;

import dev.daybook.internal.json.ReferenceCodec;
import dev.daybook.model.SessionRef;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "due",
        description = "Lists the sessions due for a summary, longest idle first; none while the bank is off.",
        sortOptions = false)
final class BankDueCommand implements Callable<Integer> {

    @ParentCommand
    private BankCommand bank;

    @Option(
            names = "--idle",
            paramLabel = "MINUTES",
            description = "Only sessions idle for at least so many minutes (default 10).")
    private int idle = 10;

    @Override
    public Integer call() {
        DaybookCommand root = bank.root;
        return bank.with(space -> {
            List<SessionRef> due = space.bank().due(Duration.ofMinutes(idle));
            if (root.output().isJson()) {
                root.output().print(ReferenceCodec.SESSION.writeList("chats", due));
            } else if (due.isEmpty()) {
                boolean on = space.settings().bank().enabled();
                root.output().note(on ? "Nothing is due." : "The bank is off; 'daybook bank on' switches it on.");
            } else {
                due.forEach(sessionRef -> root.output()
                        .println(DisplayText.scope(sessionRef.scope()) + "  "
                                + DisplayText.line(sessionRef.session(), 60)));
            }
            return ExitCode.DONE;
        });
    }
}

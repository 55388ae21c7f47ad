package dev.daybook.server.cli.administration;

import dev.daybook.internal.json.ReferenceCodec;
import dev.daybook.model.SessionRef;
import dev.daybook.server.cli.terminal.DisplayText;
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
        return bank.with(space -> {
            List<SessionRef> due = space.bank().due(Duration.ofMinutes(idle));
            boolean on = space.settings().bank().enabled();
            return bank.root.list(
                    () -> ReferenceCodec.SESSION.writeList("chats", due),
                    due,
                    on ? "Nothing is due." : "The bank is off; 'daybook bank on' switches it on.",
                    session -> DisplayText.scope(session.scope()) + "  " + DisplayText.line(session.session(), 60));
        });
    }
}

package dev.daybook.server.cli.administration;

import dev.daybook.Bank;
import dev.daybook.model.SessionRef;
import dev.daybook.outcome.DerivationOutcome;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "summarize",
        description = "Summarizes all sessions that are due, or the session of --session even if it is not idle yet.",
        sortOptions = false)
final class BankSummarizeCommand implements Callable<Integer> {

    @ParentCommand
    private BankCommand bank;

    @Override
    public Integer call() {
        String session = bank.root.options().namedSession();
        return bank.deriving(space -> {
            if (!space.settings().bank().enabled()) {
                throw bank.root.options().wrongUsage("the bank is off; 'daybook bank on' switches it on");
            }
            Bank all = space.bank();
            List<SessionRef> sessions = session == null
                    ? all.due()
                    : List.of(new SessionRef(bank.root.options().scope(), session));
            List<DerivationOutcome> outcomes =
                    sessions.stream().map(all::summarize).toList();
            return bank.outcomes(outcomes, "Nothing is due.");
        });
    }
}

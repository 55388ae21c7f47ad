package dev.daybook.server.cli;

import dev.daybook.data.Chat;
import dev.daybook.data.NewSummary;
import dev.daybook.data.Scope;
import dev.daybook.data.Summary;
import dev.daybook.json.Times;
import dev.daybook.server.json.Answers;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "add",
        description =
                "Puts a summary in by hand, and answers its id. It takes the place of the one there is of the same"
                        + " conversation (--session) or period.",
        sortOptions = false)
final class BankAddCommand implements Callable<Integer> {

    @ParentCommand
    private BankCommand bank;

    @Parameters(paramLabel = "TEXT", description = "What it says; - reads it from stdin.")
    private String text;

    @Option(names = "--level", paramLabel = "LEVEL", description = "session, day, week or month (default session).")
    private String level = "session";

    @Option(names = "--period", paramLabel = "P", description = "Such as 2026-01-31, 2026-W05 or 2026-01.")
    private @Nullable String period;

    @Option(names = "--sources", paramLabel = "N", description = "How many turns it stands for (default 1).")
    private int sources = 1;

    @Option(names = "--last", paramLabel = "TIME", description = "When the last of them happened, ISO 8601.")
    private @Nullable String last;

    @Override
    public Integer call() {
        DaybookCommand daybook = bank.daybook;
        String said = text.equals("-") ? daybook.terminal.readAll() : text;
        NewSummary given = NewSummary.of(Summary.Level.of(level), said)
                .inPeriod(period)
                .withSourceCount(sources)
                .lastSourceAt(last == null ? null : Times.parseTimeOrDay("--last", last));
        String session = daybook.namedSession();
        NewSummary summary = session == null ? given : given.ofChat(new Chat(daybook.scope(), session));
        return bank.writing(space -> {
            Summary added = space.bank().add(summary);
            if (daybook.json()) {
                daybook.print(Answers.entry(new Scope.Shared(daybook.space()), added));
            } else {
                daybook.terminal.out().println(added.id());
            }
            return Exit.DONE;
        });
    }
}

package dev.daybook.server.cli.administration;

import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.model.NewSummary;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Summary;
import dev.daybook.server.cli.options.DaybookCommand;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "add",
        description = "Adds a summary by hand and prints its id. It replaces the current summary of the same session"
                + " (--session) or of the same period (--period).",
        sortOptions = false)
final class BankAddCommand implements Callable<Integer> {

    @ParentCommand
    private BankCommand bank;

    @Parameters(paramLabel = "TEXT", description = "Text of the summary; - reads it from stdin.")
    private String text;

    @Option(names = "--level", paramLabel = "LEVEL", description = "session, day, week or month (default session).")
    private String level = "session";

    @Option(
            names = "--period",
            paramLabel = "P",
            description = "Period of a day, week or month summary, such as 2026-01-31, 2026-W05 or 2026-01.")
    private @Nullable String period;

    @Option(names = "--sources", paramLabel = "N", description = "Number of messages the summary covers (default 1).")
    private int sources = 1;

    @Option(names = "--last", paramLabel = "TIME", description = "Time of the last message it covers, ISO 8601.")
    private @Nullable String last;

    @Override
    public Integer call() {
        DaybookCommand root = bank.root;
        String content = root.text(text);
        NewSummary given = NewSummary.of(Summary.Level.of(level), content)
                .period(period)
                .sourceCount(sources)
                .lastSourceAt(last == null ? null : IsoTimes.parseTimeOrDay("--last", last));
        String session = root.options().namedSession();
        NewSummary summary = session == null
                ? given
                : given.session(new SessionRef(root.options().scope(), session));
        return bank.writing(space -> {
            Summary added = space.bank().remember(summary);
            return root.answer(() -> EntryAnswers.write(bank.scope(), added), added.id());
        });
    }
}

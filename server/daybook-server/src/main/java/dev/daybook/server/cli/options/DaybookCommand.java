package dev.daybook.server.cli.options;

import dev.daybook.server.cli.terminal.CommandTerminal;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The root command, with what every command uses: the common options, the opening of the memory, and the output. */
@Command(
        name = "daybook",
        description = "Long-term memory for AI agents.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = ReleaseVersion.class,
        sortOptions = false,
        footer = {
            "",
            "Answers go to stdout, everything else to stderr. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 store in use, 4"
                    + " not found, 130 interrupted. A day as a time, such as 2026-05-01, means its beginning in UTC, and its end for --to. Start with"
                    + " 'daybook tour'; 'daybook help COMMAND' explains a command.",
            "",
            "The launcher ./daybook of the repository has three more commands: 'eval' measures the recall quality on a data"
                    + " set, 'grounding' the check of derived texts, 'replay' answers recorded requests of other memories. Each has its own --help."
        })
public final class DaybookCommand implements Callable<Integer> {

    private final CommandTerminal terminal;

    @Mixin
    private final GlobalOptions options;

    private final CommandOpener opener;
    private final CommandOutput output;

    /**
     * @param borrowedDaybook the daybook of the running server, for a forwarded command; null: none
     */
    public DaybookCommand(CommandTerminal terminal, @Nullable BorrowedDaybook borrowedDaybook) {
        this.terminal = terminal;
        this.options = new GlobalOptions(terminal, borrowedDaybook);
        this.opener = new CommandOpener(terminal, options, borrowedDaybook);
        this.output = new CommandOutput(terminal, options);
    }

    @Override
    public Integer call() {
        throw options.wrongUsage(
                "the command is missing; 'daybook --help' lists the commands, 'daybook tour' shows them at work");
    }

    public CommandTerminal terminal() {
        return terminal;
    }

    public GlobalOptions options() {
        return options;
    }

    public CommandOpener opener() {
        return opener;
    }

    public CommandOutput output() {
        return output;
    }
}

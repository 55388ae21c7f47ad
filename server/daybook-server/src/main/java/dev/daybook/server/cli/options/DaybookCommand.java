package dev.daybook.server.cli.options;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.problem.NotFoundException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
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

    /** Works with the memory of the chosen scope; the store must exist. */
    public <T> T withExisting(Function<Memory, T> work) {
        return working(opener::openExisting, daybook -> work.apply(options.memory(daybook)));
    }

    /** Works with the memory of the chosen scope; the store is created if necessary. */
    public <T> T withMemory(Function<Memory, T> work) {
        return working(opener::open, daybook -> work.apply(options.memory(daybook)));
    }

    /** Searches the memory of the chosen scope; the store must exist. */
    public <T> T searching(Function<Memory, T> work) {
        return working(opener::openToSearch, daybook -> work.apply(options.memory(daybook)));
    }

    /** Searches the memory of the chosen scope, joined with others; the store must exist. */
    public <T> T searching(JoinedScopes joined, Function<Memory, T> work) {
        joined.check(options);
        return working(opener::openToSearch, daybook -> work.apply(joined.join(options, daybook, options.scope())));
    }

    /** Works with a daybook that is opened once the options of the scope are known to be right, and closed at the end. */
    public <T> T working(Supplier<? extends Daybook> opening, Function<Daybook, T> work) {
        options.scope();
        try (Daybook daybook = opening.get()) {
            return work.apply(daybook);
        }
    }

    /** Prints the answer of a command that is done: the JSON, or a line. */
    public int answer(Supplier<Map<String, @Nullable Object>> json, Object line) {
        return answer(json, () -> output.println(line));
    }

    /** Prints the answer of a command that is done: the JSON, or what the text prints. */
    public int answer(Supplier<Map<String, @Nullable Object>> json, Runnable text) {
        if (output.isJson()) {
            output.print(json.get());
        } else {
            text.run();
        }
        return ExitCode.DONE;
    }

    /** Prints a list as the answer of a command that is done: the JSON, or a line for each item, or the note that there is none. */
    public <T> int list(
            Supplier<Map<String, @Nullable Object>> json,
            Collection<T> items,
            String ifNone,
            Function<? super T, ?> line) {
        return answer(json, () -> {
            items.forEach(item -> output.println(line.apply(item)));
            if (items.isEmpty()) {
                output.note(ifNone);
            }
        });
    }

    /** Prints the outcomes of derivations as the answer; a failed one makes the command fail. */
    public int outcomes(List<DerivationOutcome> outcomes, String ifNone, Function<DerivationOutcome, String> line) {
        list(() -> AnswerJson.outcomes(outcomes), outcomes, ifNone, line);
        return exitOf(outcomes);
    }

    /** Returns the exit code of a command that derived. */
    public static int exitOf(List<DerivationOutcome> outcomes) {
        return outcomes.stream().anyMatch(outcome -> outcome.result() == DerivationOutcome.Result.FAILED)
                ? ExitCode.FAILED
                : ExitCode.DONE;
    }

    /** Returns the chosen scope as a person reads it. */
    public String scope() {
        return DisplayText.scope(options.scope());
    }

    /** Returns the failure of a command whose entry is not in the chosen scope. */
    public NotFoundException notThere(String noun, String id, String list) {
        return new NotFoundException(noun + " '" + DisplayText.line(id, 60) + "' is not in " + scope() + "; '" + list
                + "' lists the " + noun + "s");
    }

    /** Returns a text of the command line; - stands for the standard input. */
    public String text(String given) {
        return given.equals("-") ? terminal.readAll() : given;
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

package dev.daybook.server.cli;

import dev.daybook.server.cli.administration.AdministrationCommands;
import dev.daybook.server.cli.erasure.ErasureCommands;
import dev.daybook.server.cli.memory.MemoryCommands;
import dev.daybook.server.cli.options.BorrowedDaybook;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.CheckedStreams;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.problem.Problem;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Parses a command line, runs its command and returns the exit code. */
public final class CommandRunner {

    /** The order of the help: first what a new user needs. */
    private static final List<String> ORDER = List.of(
            "tour",
            "remember",
            "recall",
            "context",
            "import",
            "export",
            "spaces",
            "sessions",
            "history",
            "profile",
            "blocks",
            "facts",
            "notes",
            "summaries",
            "consolidate",
            "undo",
            "forget",
            "quarantine",
            "verify-erasure",
            "verify-certificate",
            "doctor",
            "rebuild",
            "bank",
            "settings",
            "backup",
            "restore",
            "copy",
            "serve",
            "mcp",
            "key",
            "completion");

    private static final Map<String, Supplier<Object>> COMMANDS = commands();

    private CommandRunner() {}

    /** Runs a command of this process. */
    public static int run(String... arguments) {
        CommandTerminal terminal = CommandTerminal.ofProcess();
        String[] exact;
        try {
            exact = ProcessArguments.of(arguments);
        } catch (IllegalArgumentException unreadable) {
            return report(terminal, unreadable, arguments);
        }
        return run(terminal, exact);
    }

    static int run(CommandTerminal terminal, String... arguments) {
        return run(terminal, null, arguments);
    }

    /**
     * Runs a command.
     *
     * @param borrowedDaybook the daybook of the running server, for a forwarded command; null: the command opens its
     *     own, or is forwarded to the server that holds the folder
     */
    static int run(CommandTerminal terminal, @Nullable BorrowedDaybook borrowedDaybook, String... arguments) {
        try {
            StringWriter help = new StringWriter();
            String[] asked = HelpLayout.asOption(arguments);
            CommandLine line = commandLine(terminal, borrowedDaybook, help, asked);
            if (borrowedDaybook == null) {
                line.setExecutionStrategy(parsed -> ForwardedCommand.of(terminal, parsed, asked)
                        .map(forwarded -> run(forwarded, terminal, asked))
                        .orElseGet(() -> new CommandLine.RunLast().execute(parsed)));
            }
            int exit = line.execute(asked);
            terminal.err().flush();
            return finished(terminal, help, exit);
        } catch (CheckedStreams.ReaderClosed closed) {
            return ExitCode.DONE;
        }
    }

    /** Picocli prints the stack trace of an exception that no command object has thrown. */
    private static int run(ForwardedCommand forwarded, CommandTerminal terminal, String... arguments) {
        try {
            return forwarded.run();
        } catch (RuntimeException e) {
            return report(terminal, e, arguments);
        }
    }

    private static int finished(CommandTerminal terminal, StringWriter help, int exit) {
        try {
            terminal.out().print(help);
            terminal.out().flush();
            return exit;
        } catch (UncheckedIOException e) {
            // After a failure of the command the same cause, or a worse one, has been reported.
            if (exit != ExitCode.DONE) {
                return exit;
            }
            terminal.err().println("daybook: " + e.getMessage());
            terminal.err().flush();
            return ExitCode.FAILED;
        }
    }

    /** Returns the command line with all commands and options, for shell completion. */
    static CommandLine complete(DaybookCommand root) {
        CommandLine line = new CommandLine(root);
        COMMANDS.forEach((name, command) -> line.addSubcommand(name, command.get()));
        return line;
    }

    private static CommandLine commandLine(
            CommandTerminal terminal,
            @Nullable BorrowedDaybook borrowedDaybook,
            StringWriter help,
            String[] arguments) {
        CommandLine line = new CommandLine(new DaybookCommand(terminal, borrowedDaybook));
        Set<String> named = named(arguments);
        COMMANDS.forEach((name, command) -> {
            if (named.contains(name)) {
                line.addSubcommand(name, command.get());
            }
        });
        HelpLayout.arrange(line, terminal);
        OptionWords.check(line.getCommandSpec());
        return line.setExpandAtFiles(false) // "@home" is text to remember, not an argument file
                .setUnmatchedOptionsArePositionalParams(false)
                .setOut(new PrintWriter(help)) // not the stream: picocli prints a stack trace when it fails
                .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(terminal.colours() ? Ansi.ON : Ansi.OFF))
                .setParameterExceptionHandler((e, given) -> report(terminal, e, given))
                .setExecutionExceptionHandler((e, command, parsed) -> report(terminal, e, arguments));
    }

    /** Returns the names of all commands. */
    static Set<String> names() {
        return COMMANDS.keySet();
    }

    /** Names the commands to load: reading the annotations of all commands takes longer than most commands run. */
    private static Set<String> named(String[] arguments) {
        Set<String> named =
                Arrays.stream(arguments).filter(COMMANDS::containsKey).collect(Collectors.toSet());
        return named.isEmpty() || Arrays.asList(arguments).contains("--help") && named.size() != 1
                ? COMMANDS.keySet()
                : named;
    }

    private static int report(CommandTerminal terminal, Exception failure, String[] arguments) {
        if (failure instanceof CheckedStreams.ReaderClosed) {
            return ExitCode.DONE;
        }
        boolean usage = failure instanceof CommandLine.ParameterException;
        Problem problem = usage ? Problem.invalid(usage(failure)) : Problem.of(failure);
        if (OptionWords.of(Arrays.asList(arguments)).contains("--json")) {
            terminal.err().println(problem.json());
        } else {
            terminal.err().println("daybook: " + problem.detail());
            if (usage) {
                terminal.err()
                        .println("Try '" + named(((CommandLine.ParameterException) failure).getCommandLine())
                                + " --help'.");
            }
        }
        if (terminal.variable("DAYBOOK_DEBUG") != null) {
            failure.printStackTrace(terminal.err());
        }
        return ExitCode.of(failure, problem);
    }

    /** Returns the name of the command as typed; the check of a common option knows only {@code daybook}. */
    private static String named(CommandLine command) {
        CommandLine.ParseResult parsed = command.getParseResult();
        boolean deeper = parsed != null && parsed.hasSubcommand();
        return (deeper ? parsed.subcommand().commandSpec() : command.getCommandSpec()).qualifiedName();
    }

    private static String usage(Exception failure) {
        if (failure instanceof CommandLine.UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
            CommandLine command = unmatched.getCommandLine();
            if (command.getCommand() instanceof DaybookCommand) {
                String word = unmatched.getUnmatched().get(0);
                return "unknown command '" + word + "'; "
                        + NearestWord.of(word, COMMANDS.keySet())
                                .map(near -> "did you mean '" + near + "'? 'daybook --help' lists all")
                                .orElse("'daybook --help' lists all");
            }
            if (!command.getCommandSpec().positionalParameters().isEmpty()) {
                return firstLine(failure) + "; quote a text of several words";
            }
        }
        if (failure instanceof CommandLine.UnmatchedArgumentException unknown) {
            return firstLine(failure)
                    + NearestWord.of(
                                    unknown.getUnmatched().get(0),
                                    unknown.getCommandLine()
                                            .getCommandSpec()
                                            .optionsMap()
                                            .keySet())
                            .map(near -> unknown.getUnmatched().contains(near)
                                    ? "; give an option before --"
                                    : "; did you mean " + near + "?")
                            .orElse("");
        }
        return firstLine(failure);
    }

    private static String firstLine(Exception failure) {
        // The message of our own converter is better than picocli's wrapping of it.
        Throwable cause = failure.getCause();
        String message = cause instanceof IllegalArgumentException ? cause.getMessage() : failure.getMessage();
        return String.valueOf(message).lines().findFirst().orElse("wrong usage");
    }

    private static Map<String, Supplier<Object>> commands() {
        Map<String, Supplier<Object>> all = new HashMap<>();
        all.put("tour", TourCommand::new);
        all.put("serve", ServeCommand::new);
        all.put("mcp", McpCommand::new);
        all.put("completion", CompletionCommand::new);
        all.putAll(MemoryCommands.all());
        all.putAll(ErasureCommands.all());
        all.putAll(AdministrationCommands.all());
        Map<String, Supplier<Object>> ordered = new LinkedHashMap<>();
        ORDER.forEach(name -> ordered.put(name, Objects.requireNonNull(all.remove(name))));
        ordered.putAll(all);
        return ordered;
    }
}

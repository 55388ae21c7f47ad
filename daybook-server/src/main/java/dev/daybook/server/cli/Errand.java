package dev.daybook.server.cli;

import dev.daybook.server.door.RunningServer;
import dev.daybook.server.door.Visit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;

/** A command that goes to the running server of its folder, because that has the folder. */
record Errand(Terminal terminal, RunningServer server, List<String> arguments) {

    /** They are about no folder, or only work on one that nobody has. */
    private static final Set<String> AT_HOME = Set.of("tour", "serve", "key", "restore", "completion");

    /** What a command looks at in its environment. Nothing else of it leaves the process. */
    private static final Set<String> VARIABLES = Set.of("NO_COLOR", "TERM", "DAYBOOK_DEBUG", McpCommand.USER);

    /** The errand, if a command needs a folder that a server has. */
    static Optional<Errand> of(Terminal terminal, CommandLine.ParseResult parsed, String... arguments) {
        boolean isHelp = parsed.asCommandLineList().stream()
                .anyMatch(line -> line.isUsageHelpRequested() || line.isVersionHelpRequested());
        if (isHelp || !parsed.hasSubcommand() || isAtHome(parsed.subcommand())) {
            return Optional.empty();
        }
        DaybookCommand daybook = (DaybookCommand) parsed.commandSpec().userObject();
        return RunningServer.of(daybook.folder(), strange -> daybook.note(strange))
                .map(server -> new Errand(terminal, server, List.of(arguments)));
    }

    private static boolean isAtHome(CommandLine.ParseResult command) {
        String name = command.commandSpec().name();
        // What is below 'mcp' is about the clients of this machine and this user.
        return AT_HOME.contains(name) || name.equals("mcp") && command.hasSubcommand();
    }

    int run() {
        Map<String, String> environment = new LinkedHashMap<>(terminal.environment());
        environment.keySet().retainAll(VARIABLES);
        Visit visit = new Visit(
                arguments,
                terminal.interactive(),
                terminal.width(),
                environment,
                terminal.path(Path.of("")).toAbsolutePath().toString());
        try (server) {
            return server.run(visit, terminal.in(), terminal.out(), terminal.err());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the server of this folder went away before the command ended; look whether it was done, then try"
                            + " again",
                    e);
        }
    }
}

package dev.daybook.server.cli;

import dev.daybook.server.channel.RemoteCommand;
import dev.daybook.server.channel.RunningServer;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.CommandTerminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;

/** A command that is forwarded to the running server of its folder, which holds the folder's lock. */
record ForwardedCommand(CommandTerminal terminal, RunningServer server, List<String> arguments) {

    /** Commands that concern no folder, or name it themselves, or need a folder that no process holds. */
    private static final Set<String> LOCAL = Set.of("tour", "serve", "restore", "copy", "completion");

    /** The environment variables that commands read; no others leave the process. */
    private static final Set<String> VARIABLES = Set.of("NO_COLOR", "TERM", "DAYBOOK_DEBUG", McpCommand.USER);

    /** Returns the forwarded command if a server holds the folder that the command needs. */
    static Optional<ForwardedCommand> of(
            CommandTerminal terminal, CommandLine.ParseResult parsed, String... arguments) {
        boolean isHelp = parsed.asCommandLineList().stream()
                .anyMatch(line -> line.isUsageHelpRequested() || line.isVersionHelpRequested());
        if (isHelp || !parsed.hasSubcommand() || isLocal(parsed.subcommand())) {
            return Optional.empty();
        }
        DaybookCommand root = (DaybookCommand) parsed.commandSpec().userObject();
        if (root.options().isOnServer()) {
            return Optional.empty();
        }
        return RunningServer.of(
                        root.options().folder(), strange -> root.output().warn(strange))
                .map(server -> new ForwardedCommand(terminal, server, List.of(arguments)));
    }

    private static boolean isLocal(CommandLine.ParseResult command) {
        String name = command.commandSpec().name();
        String subcommand =
                command.hasSubcommand() ? command.subcommand().commandSpec().name() : "";
        return switch (name) {
            // Of the commands for keys, only 'show' reads the memory.
            case "key" -> !subcommand.equals("show");
            // 'mcp' itself looks for the server, again and again; its subcommands concern the MCP clients of this
            // machine.
            case "mcp" -> true;
            default -> LOCAL.contains(name);
        };
    }

    /** Describes a command of this terminal to the server. */
    static RemoteCommand remote(CommandTerminal terminal, List<String> arguments) {
        Map<String, String> environment = new LinkedHashMap<>(terminal.environment());
        environment.keySet().retainAll(VARIABLES);
        return new RemoteCommand(
                arguments,
                terminal.interactive(),
                terminal.width(),
                environment,
                terminal.directory().toAbsolutePath().toString());
    }

    int run() {
        try (server) {
            return server.run(remote(terminal, arguments), terminal.in(), terminal.out(), terminal.err());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the server of this folder stopped before the command ended; check whether the command took effect, then"
                            + " try again",
                    e);
        }
    }
}

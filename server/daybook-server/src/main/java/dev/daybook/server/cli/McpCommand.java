package dev.daybook.server.cli;

import dev.daybook.LocalDaybook;
import dev.daybook.model.Scope;
import dev.daybook.server.channel.CommandChannel;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.mcp.AgentOptions;
import dev.daybook.server.mcp.StdioServer;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "mcp",
        header = "Serves the memory of one scope to an MCP client, over stdio.",
        description = {
            "The client starts it; 'mcp install' configures a client. The model can reach no other scope.",
            "While it runs, it also executes the other commands on the same folder, including those of other clients.",
            "Without --user, --shared and --anonymous the user is $$DAYBOOK_USER, if set. Calls that name no session share"
                    + " one session of this process, unless --session names it."
        },
        subcommands = {McpInstallCommand.class, McpUninstallCommand.class},
        sortOptions = false)
final class McpCommand implements Callable<Integer> {

    /** The variable with the user if no option names one: a shared configuration names no user. */
    static final String USER = "DAYBOOK_USER";

    @ParentCommand
    DaybookCommand root;

    @Option(names = "--agent-blocks", description = "Let the client create pinned blocks, at most 20.")
    private boolean agentBlocks;

    @Option(
            names = "--memory-files",
            description = "Give the client the six tools of memory files, the commands of Anthropic's memory tool.")
    private boolean memoryFiles;

    @Override
    @SuppressWarnings("try") // the channel is used by other threads
    public Integer call() throws IOException {
        CommandTerminal terminal = root.terminal();
        Scope scope = scope();
        boolean isGuest = root.options().isForwarded();
        // A serving process: it lives as long as its client, and derivations run in the background.
        try (LocalDaybook daybook =
                        isGuest ? root.opener().open() : root.opener().openToServe(event -> {});
                CommandChannel commandChannel = isGuest || root.options().isOnServer() ? null : openChannel(daybook)) {
            StdioServer.serve(
                    root.options().memorySpace(daybook).memory(scope),
                    root.options().namedSession(),
                    new AgentOptions(agentBlocks, memoryFiles),
                    terminal.in(),
                    terminal.out());
        }
        return ExitCode.DONE;
    }

    private Scope scope() {
        String named = root.terminal().variable(USER);
        return named == null || root.options().namedScope() != null
                ? root.options().scope()
                : new Scope.User(root.options().space(), named);
    }

    /** Opens the channel for other commands: two clients on one folder are usual, and only one process can hold it. */
    private CommandChannel openChannel(LocalDaybook daybook) {
        return new CommandChannel(
                root.options().folder(),
                new CommandHost(daybook, root.options().folder(), root.options().embedding()));
    }
}

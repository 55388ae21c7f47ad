package dev.daybook.server.cli;

import dev.daybook.LocalDaybook;
import dev.daybook.model.Scope;
import dev.daybook.server.channel.CommandChannel;
import dev.daybook.server.cli.options.DaybookCommand;
import dev.daybook.server.cli.options.JoinedScopes;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.server.mcp.AgentOptions;
import dev.daybook.server.mcp.ClientLines;
import dev.daybook.server.mcp.StdioServer;
import dev.daybook.spi.CallObserver;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "mcp",
        header = "Serves the memory of one scope to an MCP client, over stdio.",
        description = {
            "The client starts it; 'mcp install' configures a client. The model can reach no other scope, but for reading those of --with.",
            "While it runs, it also executes the other commands on the same folder, including those of other clients; when it"
                    + " ends, one of these takes the folder over.",
            "Without --user, --shared and --anonymous the user (with --agent: the user of the agent) is $$DAYBOOK_USER, if set. Calls that name no session share"
                    + " one session of this process, unless --session names it."
        },
        subcommands = {McpInstallCommand.class, McpUninstallCommand.class},
        sortOptions = false)
final class McpCommand implements Callable<Integer> {

    /** The variable with the user if no option names one: a shared configuration names no user. */
    static final String USER = "DAYBOOK_USER";

    @ParentCommand
    DaybookCommand root;

    @Spec
    private CommandSpec spec;

    @Option(names = "--agent-blocks", description = "Let the client create pinned blocks, at most 20.")
    private boolean agentBlocks;

    @Option(
            names = "--memory-files",
            description = "Give the client the six tools of memory files, the commands of Anthropic's memory tool.")
    private boolean memoryFiles;

    @Mixin
    private JoinedScopes joined = new JoinedScopes();

    @Override
    public Integer call() throws IOException {
        Scope scope = scope();
        joined.check(root.options());
        CommandTerminal terminal = root.terminal();
        if (root.options().isForwarded() || root.options().isOnServer()) {
            try (LocalDaybook daybook = root.options().isForwarded()
                    ? root.opener().open()
                    : root.opener().openToServe(event -> {}, CallObserver.NONE)) {
                serve(daybook, scope, root.options().namedSession(), terminal.in(), terminal.out());
            }
            return ExitCode.DONE;
        }
        return new FolderTakeover(this, scope).serve(new ClientLines(terminal.in(), terminal.out()));
    }

    /** Serves the client from the folder, for as long as the client lives; derivations run in the background. */
    @SuppressWarnings("try") // the channel is used by other threads
    void hold(LocalDaybook daybook, Scope scope, String session, ClientLines.Connection client) throws IOException {
        try (daybook;
                CommandChannel commandChannel = openChannel(daybook)) {
            serve(daybook, scope, session, client.in(), client.out());
        }
    }

    private void serve(LocalDaybook daybook, Scope scope, @Nullable String session, InputStream in, OutputStream out)
            throws IOException {
        StdioServer.serve(
                joined.join(root.options(), daybook, scope),
                session,
                new AgentOptions(agentBlocks, memoryFiles),
                in,
                out);
    }

    /** Returns the arguments as they were typed. */
    List<String> arguments() {
        return spec.root().commandLine().getParseResult().originalArgs();
    }

    private Scope scope() {
        return root.options().scope(root.terminal().variable(USER));
    }

    /** Opens the channel for other commands: two clients on one folder are usual, and only one process can hold it. */
    private CommandChannel openChannel(LocalDaybook daybook) {
        return new CommandChannel(
                root.options().folder(),
                new CommandHost(daybook, root.options().folder(), root.options().embedding()));
    }
}

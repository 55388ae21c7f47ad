package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.data.Scope;
import dev.daybook.server.door.Door;
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
            "The client starts it; 'mcp install' tells a client how. Whatever its model asks, it sees no other memory.",
            "While it runs, other commands on the same folder, another client's too, go through it.",
            "Without --user, --shared and --anonymous it is the memory of $$DAYBOOK_USER, if that is set. Calls that name no"
                    + " conversation share one of this process's own, unless --session names it."
        },
        subcommands = {McpInstallCommand.class, McpUninstallCommand.class},
        sortOptions = false)
final class McpCommand implements Callable<Integer> {

    /** Whose memory it is if no option says so: a configuration that many share names no user. */
    static final String USER = "DAYBOOK_USER";

    @ParentCommand
    DaybookCommand daybook;

    @Option(names = "--agent-blocks", description = "Let the client make pinned blocks, at most 20.")
    private boolean agentBlocks;

    @Override
    @SuppressWarnings("try") // the door works by being there
    public Integer call() throws IOException {
        Terminal terminal = daybook.terminal;
        Scope scope = scope();
        boolean isGuest = daybook.isGuest();
        // It lives as long as its client, so what is due is derived behind the calls, as in a server.
        try (Daybook open = isGuest ? daybook.open() : daybook.openToServe(event -> {});
                Door door = isGuest ? null : door(open)) {
            StdioServer.serve(
                    daybook.memorySpace(open).memory(scope),
                    daybook.namedSession(),
                    agentBlocks,
                    terminal.in(),
                    terminal.out());
        }
        return Exit.DONE;
    }

    private Scope scope() {
        String named = daybook.terminal.variable(USER);
        return named == null || daybook.namedScope() != null ? daybook.scope() : new Scope.User(daybook.space(), named);
    }

    /** Two clients on one folder are the usual case, and only one process can have it. */
    private Door door(Daybook open) {
        return new Door(daybook.folder(), new Visitors(open, daybook.folder(), daybook.embedding()));
    }
}

package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.server.door.Door;
import dev.daybook.server.mcp.StdioServer;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "mcp",
        header = "Serves the memory of --user, --shared or --anonymous to an MCP client, over stdio.",
        description = {
            "The client starts it; 'mcp install' tells a client how. Whatever its model asks, it sees no other memory.",
            "While it runs, other commands on the same folder, another client's too, go through it."
        },
        sortOptions = false)
final class McpCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Override
    @SuppressWarnings("try") // the door works by being there
    public Integer call() throws IOException {
        Terminal terminal = daybook.terminal;
        daybook.scope();
        try (Daybook open = daybook.openToSearch();
                Door door = open instanceof Lent ? null : door(open)) {
            StdioServer.serve(daybook.memory(open), daybook.session(), terminal.in(), terminal.out());
        }
        return Exit.DONE;
    }

    /** Two clients on one folder are the usual case, and only one process can have it. */
    private Door door(Daybook open) {
        return new Door(daybook.folder(), new Visitors(open, daybook.folder()));
    }
}

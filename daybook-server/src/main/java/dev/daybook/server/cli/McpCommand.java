package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.server.door.Door;
import dev.daybook.server.mcp.Client;
import dev.daybook.server.mcp.Installation;
import dev.daybook.server.mcp.StdioServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "mcp",
        header = "Serves the memory of --user, --shared or --anonymous to an MCP client, over stdio.",
        description = {
            "The client starts it; 'mcp install' tells a client how. Whatever its model asks, it sees no other memory."
                    + " While it runs, other commands on the same folder, another client's too, go through it."
        },
        sortOptions = false)
final class McpCommand implements Callable<Integer> {

    @ParentCommand
    private DaybookCommand daybook;

    @Option(names = "--agent-blocks", description = "Let the client make pinned blocks, at most 20.")
    private boolean agentBlocks;

    @Override
    @SuppressWarnings("try") // the door works by being there
    public Integer call() throws IOException {
        Terminal terminal = daybook.terminal;
        daybook.scope();
        boolean isGuest = daybook.isGuest();
        // It lives as long as its client, so what is due is derived behind the calls, as in a server.
        try (Daybook open = isGuest ? daybook.open() : daybook.openToServe(event -> {});
                Door door = isGuest ? null : door(open)) {
            StdioServer.serve(daybook.memory(open), daybook.namedSession(), agentBlocks, terminal.in(), terminal.out());
        }
        return Exit.DONE;
    }

    @Command(
            name = "install",
            header = "Writes Daybook into the configuration of an MCP client.",
            description = {
                "CLIENT is claude-desktop, claude-code or vscode (both in the current folder), or cursor. The client starts"
                        + " Daybook with the --data, --space, --user or --shared, --session and --embedder that are given here."
            },
            sortOptions = false)
    int install(
            @Parameters(index = "0", paramLabel = "CLIENT", description = "Whose configuration.") String client,
            @Option(names = "--print", description = "Print what to add, and write nothing.") boolean print)
            throws IOException {
        Client chosen = Client.of(client);
        List<String> command = new ArrayList<>(Launch.command());
        command.add("mcp");
        command.addAll(daybook.placeOptions());
        Terminal terminal = daybook.terminal;
        if (print) {
            terminal.out().print(Installation.snippet(chosen, command));
            return Exit.DONE;
        }
        Client.Computer computer = new Client.Computer(
                home(terminal),
                terminal.path(Path.of("")).toAbsolutePath(),
                System.getProperty("os.name"),
                terminal.environment());
        Installation installation = Installation.of(chosen, computer, command);
        if (installation.isDone()) {
            terminal.note("Nothing to do: " + installation.file() + " has it already.");
            return Exit.DONE;
        }
        Path backup = installation.write();
        ShownChange.of(installation.before(), installation.after()).forEach(terminal::note);
        terminal.note(
                "Written to " + installation.file() + (backup == null ? "." : "; what it was is in " + backup + "."));
        terminal.note("Start the client again, so that it sees it.");
        return Exit.DONE;
    }

    private static Path home(Terminal terminal) {
        String home = terminal.variable("HOME");
        return Path.of(home == null ? System.getProperty("user.home") : home);
    }

    /** Two clients on one folder are the usual case, and only one process can have it. */
    private Door door(Daybook open) {
        return new Door(daybook.folder(), new Visitors(open, daybook.folder(), daybook.embedding()));
    }
}

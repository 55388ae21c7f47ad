package dev.daybook.server.cli;

import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "uninstall",
        header = "Removes Daybook from an MCP client, or prints the setting to remove.",
        description = "The memory stays; 'mcp install' lists the values of CLIENT.",
        sortOptions = false)
final class McpUninstallCommand implements Callable<Integer> {

    @ParentCommand
    private McpCommand mcp;

    @Parameters(index = "0", paramLabel = "CLIENT", description = "MCP client to configure.")
    private String client;

    @Override
    public Integer call() throws IOException, InterruptedException {
        McpClient chosen = McpClient.of(client);
        CommandTerminal terminal = mcp.root.terminal();
        String byHand = "remove '" + McpClient.NAME + "' from '" + chosen.servers() + "' in " + chosen.file();
        Optional<ClientCommand> command = ClientCommand.removing(chosen);
        if (command.isEmpty()) {
            terminal.note("To remove Daybook, " + byHand + ", and restart the client.");
            return ExitCode.DONE;
        }
        String shown = command.get().run(terminal, ClientCommand.MAX_WAIT, byHand);
        terminal.note(DisplayText.harmless(shown));
        terminal.note("Restart the client to load the change.");
        return ExitCode.DONE;
    }
}

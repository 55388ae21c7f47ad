package dev.daybook.server.cli;

import dev.daybook.server.mcp.Client;
import dev.daybook.server.mcp.Installation;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "uninstall",
        header = "Removes Daybook from the configuration of an MCP client.",
        description = "The memory stays; 'mcp install' lists the values of CLIENT.",
        sortOptions = false)
final class McpUninstallCommand implements Callable<Integer> {

    @ParentCommand
    private McpCommand mcp;

    @Parameters(index = "0", paramLabel = "CLIENT", description = "MCP client to configure.")
    private String client;

    @Override
    public Integer call() throws IOException {
        ClientFile file = new ClientFile(mcp.daybook.terminal);
        file.write(Installation.without(Client.of(client), file.computer()), "does not have it");
        return Exit.DONE;
    }
}

package dev.daybook.server.cli;

import dev.daybook.server.mcp.ClientInstallation;
import dev.daybook.server.mcp.McpClient;
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
        file.write(ClientInstallation.without(McpClient.of(client), file.computer()), "does not have it");
        return ExitCode.DONE;
    }
}

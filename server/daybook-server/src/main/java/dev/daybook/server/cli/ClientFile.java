package dev.daybook.server.cli;

import dev.daybook.server.mcp.ClientInstallation;
import dev.daybook.server.mcp.McpClient;
import java.io.IOException;
import java.nio.file.Path;

/** Changes the configuration file of an MCP client and reports the change. */
record ClientFile(CommandTerminal terminal) {

    McpClient.Computer computer() {
        String home = terminal.variable("HOME");
        return new McpClient.Computer(
                Path.of(home == null ? System.getProperty("user.home") : home),
                terminal.path(Path.of("")).toAbsolutePath(),
                System.getProperty("os.name"),
                terminal.environment());
    }

    /**
     * Writes a change and shows it.
     *
     * @param idle state of the file if there is nothing to change
     * @return whether there was a change
     */
    boolean write(ClientInstallation installation, String idle) throws IOException {
        if (installation.isDone()) {
            terminal.note("Nothing to do: " + installation.file() + " " + idle + ".");
            return false;
        }
        Path backup = installation.write();
        ShownChange.of(installation.before(), installation.after()).forEach(terminal::note);
        terminal.note("Written to " + installation.file()
                + (backup == null ? "." : "; the previous version is in " + backup + "."));
        terminal.note("Restart the client to load the change.");
        return true;
    }
}

package dev.daybook.server.cli;

import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.DisplayText;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "install",
        header = "Adds Daybook to an MCP client, or prints the settings to add.",
        description = {
            "CLIENT is claude-code, codex or vscode, whose own command (claude, codex, code) adds Daybook; or"
                    + " claude-desktop, cursor, gemini, windsurf, zed or jetbrains (Junie), for which the settings are printed.",
            "The client starts Daybook with the --data, --space, --user or --shared, --session and --embedder options"
                    + " given here; with --url it calls a running server instead."
        },
        sortOptions = false)
final class McpInstallCommand implements Callable<Integer> {

    @ParentCommand
    private McpCommand mcp;

    @Parameters(index = "0", paramLabel = "CLIENT", description = "MCP client to configure.")
    private String client;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "URL of a running server, such as http://127.0.0.1:7411/mcp.")
    private @Nullable String url;

    @Option(
            names = "--key-env",
            paramLabel = "NAME",
            description = "With --url: name of the environment variable of the client that holds the key.")
    private @Nullable String keyVariable;

    @Option(names = "--print", description = "Print the settings, and run no command of the client.")
    private boolean print;

    @Override
    public Integer call() throws IOException, InterruptedException {
        McpClient chosen = McpClient.of(client);
        ClientConnection connection = connection();
        CommandTerminal terminal = mcp.root.terminal();
        String snippet = chosen.snippet(connection);
        Optional<ClientCommand> command = ClientCommand.adding(chosen, connection);
        if (print || command.isEmpty()) {
            terminal.out().print(snippet);
            terminal.note("Add this to " + chosen.file() + ", and restart the client.");
            return ExitCode.DONE;
        }
        String remedy = "add this to " + chosen.file() + ":\n\n" + snippet;
        String shown = command.get().run(terminal, ClientCommand.MAX_WAIT, remedy);
        terminal.note(DisplayText.harmless(shown));
        terminal.note("Restart the client to load the change.");
        return ExitCode.DONE;
    }

    private ClientConnection connection() {
        if (url != null) {
            return new ClientConnection.Remote(url, keyVariable);
        }
        if (keyVariable != null) {
            throw mcp.root
                    .options()
                    .wrongUsage(
                            "--key-env needs --url, because only a server uses a key; add --url, or leave --key-env out");
        }
        List<String> command = new ArrayList<>(LaunchCommand.command());
        command.add("mcp");
        command.addAll(mcp.root.options().placeOptions());
        return new ClientConnection.LocalProcess(command);
    }
}

package dev.daybook.server.cli;

import dev.daybook.server.mcp.ClientConnection;
import dev.daybook.server.mcp.ClientInstallation;
import dev.daybook.server.mcp.McpClient;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "install",
        header = "Adds Daybook to the configuration of an MCP client.",
        description = {
            "CLIENT is claude-desktop, cursor, codex, gemini, windsurf, zed or jetbrains (Junie); or claude-code or vscode,"
                    + " which use the file of the project in the current folder.",
            "The client starts Daybook with the --data, --space, --user or --shared, --session and --embedder options"
                    + " given here; with --url it calls a running server instead. The file of a project is shared with other"
                    + " people, so it names neither a path nor a user: it starts 'daybook', which must be on the PATH, and"
                    + " $$DAYBOOK_DATA and $$DAYBOOK_USER supply the rest."
        },
        sortOptions = false)
final class McpInstallCommand implements Callable<Integer> {

    /** Options that hold for this machine or this person only. */
    private static final List<String> OWN = List.of("--data", "--user");

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

    @Option(names = "--print", description = "Print the change and write nothing.")
    private boolean print;

    @Override
    public Integer call() throws IOException {
        McpClient chosen = McpClient.of(client);
        ClientConnection connection = connection(chosen);
        CommandTerminal terminal = mcp.daybook.terminal;
        if (print) {
            terminal.out().print(ClientInstallation.snippet(chosen, connection));
            return ExitCode.DONE;
        }
        ClientFile file = new ClientFile(terminal);
        if (!file.write(ClientInstallation.of(chosen, file.computer(), connection), "has it already")) {
            return ExitCode.DONE;
        }
        if (chosen.isOfProject() && url == null) {
            tellOfProject(terminal);
        }
        return ExitCode.DONE;
    }

    private ClientConnection connection(McpClient chosen) {
        if (url != null) {
            return new ClientConnection.Remote(url, keyVariable);
        }
        if (keyVariable != null) {
            throw mcp.daybook.wrongUsage(
                    "--key-env needs --url, because only a server uses a key; add --url, or leave --key-env out");
        }
        List<String> command = new ArrayList<>(chosen.isOfProject() ? List.of("daybook") : LaunchCommand.command());
        command.add("mcp");
        command.addAll(chosen.isOfProject() ? forEverybody(mcp.daybook.placeOptions()) : mcp.daybook.placeOptions());
        return new ClientConnection.LocalProcess(command);
    }

    private static List<String> forEverybody(List<String> options) {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < options.size(); i++) {
            if (OWN.contains(options.get(i))) {
                i++;
            } else {
                kept.add(options.get(i));
            }
        }
        return kept;
    }

    private void tellOfProject(CommandTerminal terminal) {
        List<String> options = mcp.daybook.placeOptions();
        List<String> variables = new ArrayList<>();
        if (mcp.daybook.hasData()) {
            variables.add("DAYBOOK_DATA=" + options.get(options.indexOf("--data") + 1));
        }
        if (options.contains("--user")) {
            variables.add(McpCommand.USER + "=" + options.get(options.indexOf("--user") + 1));
        }
        if (!variables.isEmpty()) {
            terminal.note(
                    "The file is shared by the project, so it names neither your folder nor your user. Set in the environment of the"
                            + " client: " + String.join(" ", variables));
        }
        if (!isOnPath(terminal)) {
            terminal.note("It starts 'daybook', which is not on the PATH: add a link to "
                    + LaunchCommand.command().get(LaunchCommand.command().size() - 1));
        }
    }

    private static boolean isOnPath(CommandTerminal terminal) {
        String path = terminal.variable("PATH");
        return path != null
                && Arrays.stream(path.split(Pattern.quote(File.pathSeparator)))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve("daybook")));
    }
}

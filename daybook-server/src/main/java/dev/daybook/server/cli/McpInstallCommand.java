package dev.daybook.server.cli;

import dev.daybook.server.mcp.Client;
import dev.daybook.server.mcp.Connection;
import dev.daybook.server.mcp.Installation;
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
        header = "Writes Daybook into the configuration of an MCP client.",
        description = {
            "CLIENT is claude-desktop, cursor, codex, gemini, windsurf, zed or jetbrains (Junie); or claude-code or vscode,"
                    + " whose file is that of the project in the current folder.",
            "The client starts Daybook with the --data, --space, --user or --shared, --session and --embedder that are"
                    + " given here; with --url it calls a running server instead. A file of a project goes to others with"
                    + " it, so it gets neither a path nor a user: it starts 'daybook', which has to be on the PATH, and"
                    + " $$DAYBOOK_DATA and $$DAYBOOK_USER say the rest."
        },
        sortOptions = false)
final class McpInstallCommand implements Callable<Integer> {

    /** What only holds on this machine, or for this person. */
    private static final List<String> OWN = List.of("--data", "--user");

    @ParentCommand
    private McpCommand mcp;

    @Parameters(index = "0", paramLabel = "CLIENT", description = "Whose configuration.")
    private String client;

    @Option(names = "--url", paramLabel = "URL", description = "Call this server, such as http://127.0.0.1:7411/mcp.")
    private @Nullable String url;

    @Option(
            names = "--key-env",
            paramLabel = "NAME",
            description = "With --url: the variable of the client's environment that holds the key.")
    private @Nullable String keyVariable;

    @Option(names = "--print", description = "Print what to add, and write nothing.")
    private boolean print;

    @Override
    public Integer call() throws IOException {
        Client chosen = Client.of(client);
        Connection connection = connection(chosen);
        Terminal terminal = mcp.daybook.terminal;
        if (print) {
            terminal.out().print(Installation.snippet(chosen, connection));
            return Exit.DONE;
        }
        ClientFile file = new ClientFile(terminal);
        if (!file.write(Installation.of(chosen, file.computer(), connection), "has it already")) {
            return Exit.DONE;
        }
        if (chosen.isOfProject() && url == null) {
            tellOfProject(terminal);
        }
        return Exit.DONE;
    }

    private Connection connection(Client chosen) {
        if (url != null) {
            return new Connection.Remote(url, keyVariable);
        }
        if (keyVariable != null) {
            throw mcp.daybook.wrongUsage("--key-env is given without --url; give both, as only a server wants a key");
        }
        List<String> command = new ArrayList<>(chosen.isOfProject() ? List.of("daybook") : Launch.command());
        command.add("mcp");
        command.addAll(chosen.isOfProject() ? forEverybody(mcp.daybook.placeOptions()) : mcp.daybook.placeOptions());
        return new Connection.Process(command);
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

    private void tellOfProject(Terminal terminal) {
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
                    "The file is the project's, so it names neither your folder nor you. Set in the environment of the"
                            + " client: " + String.join(" ", variables));
        }
        if (!isOnPath(terminal)) {
            terminal.note("It starts 'daybook', which is not on the PATH: put a link there to "
                    + Launch.command().get(Launch.command().size() - 1));
        }
    }

    private static boolean isOnPath(Terminal terminal) {
        String path = terminal.variable("PATH");
        return path != null
                && Arrays.stream(path.split(Pattern.quote(File.pathSeparator)))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve("daybook")));
    }
}

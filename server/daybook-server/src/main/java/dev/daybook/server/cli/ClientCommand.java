package dev.daybook.server.cli;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.DisplayText;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A call of an MCP client's own command, which changes the client's settings.
 *
 * @param words the program, found on the PATH, and its arguments
 */
record ClientCommand(List<String> words) {

    /** A client answers in a few seconds; one that waits for a person never does. */
    static final Duration MAX_WAIT = Duration.ofSeconds(30);

    private static final Pattern FOLDERS = Pattern.compile(Pattern.quote(File.pathSeparator));

    /** The suffixes of programs; a program without one is a script of another system on Windows. */
    private static final List<String> SUFFIXES =
            System.getProperty("os.name").startsWith("Windows") ? List.of(".exe", ".cmd") : List.of("");

    /** Returns the command that adds Daybook; empty if the client has none. */
    static Optional<ClientCommand> adding(McpClient client, ClientConnection connection) {
        Map<String, @Nullable Object> entry = client.entry(connection);
        return switch (client) {
            case CLAUDE_CODE ->
                // Claude Code documents variables for a project's file; the paths of a command are no matter of a
                // project.
                of(
                        "claude",
                        "mcp",
                        "add-json",
                        "--scope",
                        connection.match(process -> "user", remote -> "project"),
                        McpClient.NAME,
                        PlainJson.write(entry));
            case VSCODE -> {
                Map<String, @Nullable Object> named = new LinkedHashMap<>(Map.of("name", McpClient.NAME));
                named.putAll(entry);
                yield of("code", "--add-mcp", PlainJson.write(named));
            }
            case CODEX ->
                of(Stream.concat(
                                Stream.of("codex", "mcp", "add", McpClient.NAME),
                                connection.match(
                                        process -> Stream.concat(Stream.of("--"), process.command().stream()),
                                        ClientCommand::address))
                        .toArray(String[]::new));
            default -> Optional.empty();
        };
    }

    private static Stream<String> address(ClientConnection.Remote remote) {
        String variable = remote.keyVariable();
        return variable == null
                ? Stream.of("--url", remote.url())
                : Stream.of("--url", remote.url(), "--bearer-token-env-var", variable);
    }

    /** Returns the command that removes Daybook; empty if the client has none. */
    static Optional<ClientCommand> removing(McpClient client) {
        return switch (client) {
            case CLAUDE_CODE -> of("claude", "mcp", "remove", McpClient.NAME);
            case CODEX -> of("codex", "mcp", "remove", McpClient.NAME);
            default -> Optional.empty();
        };
    }

    private static Optional<ClientCommand> of(String... words) {
        return Optional.of(new ClientCommand(List.of(words)));
    }

    /**
     * Runs the command in the directory of the terminal, without input.
     *
     * @param remedy the change by hand, after a semicolon
     * @return the output of the command
     * @throws IllegalStateException if the program is not found, cannot be started, fails or does not end in time
     */
    String run(CommandTerminal terminal, Duration maxWait, String remedy) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(words);
        command.set(0, program(terminal).orElseThrow(() -> failed("is not on the PATH", "", remedy)));
        // A file, because a pipe could be held open by a process that the command leaves behind.
        Path output = Files.createTempFile("daybook-client", ".txt");
        try {
            Process process = started(
                    new ProcessBuilder(command)
                            .directory(terminal.directory().toAbsolutePath().toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile()),
                    remedy);
            boolean ended = ended(process, maxWait);
            String shown = new String(Files.readAllBytes(output), StandardCharsets.UTF_8).strip();
            if (!ended) {
                throw failed("did not end within " + maxWait.toSeconds() + " seconds", shown, remedy);
            }
            if (process.exitValue() != 0) {
                throw failed("failed with exit code " + process.exitValue(), shown, remedy);
            }
            return shown;
        } finally {
            Files.deleteIfExists(output);
        }
    }

    /** A script of Windows takes no argument with a quotation mark, and then Java refuses to start it. */
    private Process started(ProcessBuilder builder, String remedy) {
        try {
            return builder.start();
        } catch (IOException | IllegalArgumentException impossible) {
            throw failed("could not be started", String.valueOf(impossible.getMessage()), remedy);
        }
    }

    private static boolean ended(Process process, Duration maxWait) throws IOException, InterruptedException {
        try {
            process.getOutputStream().close();
            return process.waitFor(maxWait.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            if (process.isAlive()) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }

    private Optional<String> program(CommandTerminal terminal) {
        String path = terminal.variable("PATH");
        return path == null
                ? Optional.empty()
                : Arrays.stream(FOLDERS.split(path))
                        .flatMap(folder -> SUFFIXES.stream().map(suffix -> Path.of(folder, words.get(0) + suffix)))
                        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                        .map(Path::toString)
                        .findFirst();
    }

    private IllegalStateException failed(String failure, String shown, String remedy) {
        String answer = shown.isEmpty() ? "" : " (" + DisplayText.line(shown, 300) + ")";
        return new IllegalStateException(
                "the command '" + words.get(0) + "' of the client " + failure + answer + "; " + remedy);
    }
}

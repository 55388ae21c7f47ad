package dev.daybook.server.mcp;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A program that starts MCP servers, and where its documentation says that it looks for them. */
public enum Client {
    CLAUDE_DESKTOP("claude-desktop", "mcpServers", false) {
        @Override
        Path file(Computer computer) {
            String name = "claude_desktop_config.json";
            return switch (computer.family()) {
                case MAC ->
                    computer.home()
                            .resolve("Library/Application Support/Claude")
                            .resolve(name);
                case WINDOWS ->
                    computer.variable("APPDATA")
                            .orElse(computer.home().resolve("AppData/Roaming"))
                            .resolve("Claude")
                            .resolve(name);
                case OTHER ->
                    computer.variable("XDG_CONFIG_HOME")
                            .orElse(computer.home().resolve(".config"))
                            .resolve("Claude")
                            .resolve(name);
            };
        }
    },
    /** Of the project in which the command is typed. */
    CLAUDE_CODE("claude-code", "mcpServers", true) {
        @Override
        Path file(Computer computer) {
            return computer.directory().resolve(".mcp.json");
        }
    },
    CURSOR("cursor", "mcpServers", false) {
        @Override
        Path file(Computer computer) {
            return computer.home().resolve(".cursor/mcp.json");
        }
    },
    /** Of the workspace in which the command is typed. */
    VSCODE("vscode", "servers", true) {
        @Override
        Path file(Computer computer) {
            return computer.directory().resolve(".vscode/mcp.json");
        }
    };

    private final String label;
    private final String servers;
    private final boolean isTyped;

    Client(String label, String servers, boolean isTyped) {
        this.label = label;
        this.servers = servers;
        this.isTyped = isTyped;
    }

    /** Where a client is installed. */
    public record Computer(Path home, Path directory, String systemName, Map<String, String> environment) {

        enum Family {
            MAC,
            WINDOWS,
            OTHER
        }

        Family family() {
            String name = systemName.toLowerCase(Locale.ROOT);
            if (name.startsWith("mac")) {
                return Family.MAC;
            }
            return name.startsWith("windows") ? Family.WINDOWS : Family.OTHER;
        }

        Optional<Path> variable(String name) {
            return Optional.ofNullable(environment.get(name))
                    .filter(value -> !value.isBlank())
                    .map(Path::of);
        }
    }

    /** The file that it reads. */
    abstract Path file(Computer computer);

    /** The member of its configuration that holds the servers. */
    String servers() {
        return servers;
    }

    /** Whether it wants to be told that a server is one over stdio. */
    boolean isTyped() {
        return isTyped;
    }

    public String label() {
        return label;
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if there is no such client; the message lists those there are
     */
    public static Client of(String label) {
        return Arrays.stream(values())
                .filter(client -> client.label.equals(label))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "client is '" + label + "'; use "
                                        + Arrays.stream(values())
                                                .map(Client::label)
                                                .collect(Collectors.joining(", "))
                                        + "; for any other, 'daybook mcp install claude-desktop --print' shows what most clients read"));
    }
}

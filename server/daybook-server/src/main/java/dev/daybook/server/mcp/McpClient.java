package dev.daybook.server.mcp;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An MCP client with the location and the format of its configuration file, from its documentation. */
public enum McpClient {
    /** Other than local servers can only be added in its settings dialog. */
    CLAUDE_DESKTOP("claude-desktop", "mcpServers", false, null, null) {
        @Override
        Path file(Computer computer) {
            return computer.settings("Library/Application Support/Claude", "Claude")
                    .resolve("claude_desktop_config.json");
        }
    },
    CLAUDE_CODE("claude-code", "mcpServers", true, "url", "${%s}") {
        @Override
        Path file(Computer computer) {
            return computer.directory().resolve(".mcp.json");
        }

        @Override
        public boolean isOfProject() {
            return true;
        }
    },
    CURSOR("cursor", "mcpServers", false, "url", "${env:%s}") {
        @Override
        Path file(Computer computer) {
            return computer.home().resolve(".cursor/mcp.json");
        }
    },
    VSCODE("vscode", "servers", true, "url", "${env:%s}") {
        @Override
        Path file(Computer computer) {
            return computer.directory().resolve(".vscode/mcp.json");
        }

        @Override
        public boolean isOfProject() {
            return true;
        }
    },
    /** Uses TOML, and takes the name of the key's variable as it is. */
    CODEX("codex", "mcp_servers", false, "url", "%s") {
        @Override
        Path file(Computer computer) {
            return computer.variable("CODEX_HOME")
                    .orElse(computer.home().resolve(".codex"))
                    .resolve("config.toml");
        }
    },
    GEMINI("gemini", "mcpServers", false, "httpUrl", "$%s") {
        @Override
        Path file(Computer computer) {
            return computer.home().resolve(".gemini/settings.json");
        }
    },
    WINDSURF("windsurf", "mcpServers", false, "serverUrl", "${env:%s}") {
        @Override
        Path file(Computer computer) {
            return computer.home().resolve(".codeium/windsurf/mcp_config.json");
        }
    },
    /** Takes headers literally, so the file would contain the key. */
    ZED("zed", "context_servers", false, "url", null) {
        @Override
        Path file(Computer computer) {
            return computer.settings(".config/zed", computer.family() == Computer.Family.WINDOWS ? "Zed" : "zed")
                    .resolve("settings.json");
        }
    },
    /**
     * Junie, the agent in JetBrains IDEs; their AI Assistant has a settings dialog. Only local servers are possible.
     */
    JETBRAINS("jetbrains", "mcpServers", false, null, null) {
        @Override
        Path file(Computer computer) {
            return computer.home().resolve(".junie/mcp/mcp.json");
        }
    };

    private final String label;
    private final String servers;
    private final boolean isTyped;
    private final @Nullable String urlMember;
    private final @Nullable String keyReference;

    /**
     * @param servers name of the member that holds the servers
     * @param isTyped whether an entry names the type of its transport
     * @param urlMember name of the member for a server's address; null: not supported
     * @param keyReference format of a reference to an environment variable; null: not supported
     */
    McpClient(
            String label, String servers, boolean isTyped, @Nullable String urlMember, @Nullable String keyReference) {
        this.label = label;
        this.servers = servers;
        this.isTyped = isTyped;
        this.urlMember = urlMember;
        this.keyReference = keyReference;
    }

    /** The machine and folder for which a client is configured. */
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

        /**
         * Returns the folder of program settings.
         *
         * @param onMac the folder below the home directory of a Mac
         * @param elsewhere the folder below the settings folder of other systems
         */
        Path settings(String onMac, String elsewhere) {
            return switch (family()) {
                case MAC -> home.resolve(onMac);
                case WINDOWS ->
                    variable("APPDATA").orElse(home.resolve("AppData/Roaming")).resolve(elsewhere);
                case OTHER ->
                    variable("XDG_CONFIG_HOME").orElse(home.resolve(".config")).resolve(elsewhere);
            };
        }

        Optional<Path> variable(String name) {
            return Optional.ofNullable(environment.get(name))
                    .filter(value -> !value.isBlank())
                    .map(Path::of);
        }
    }

    /** Returns the configuration file. */
    abstract Path file(Computer computer);

    /** Returns whether the file belongs to the project in the working directory, and is shared with it. */
    public boolean isOfProject() {
        return false;
    }

    boolean isToml() {
        return this == CODEX;
    }

    /** Returns the name of the member that holds the servers. */
    String servers() {
        return servers;
    }

    /**
     * Returns the configuration entry of a server.
     *
     * @throws IllegalArgumentException if the client does not support the connection; the message names an alternative
     */
    Map<String, @Nullable Object> entry(ClientConnection connection) {
        return connection.match(this::started, this::called);
    }

    private Map<String, @Nullable Object> started(ClientConnection.LocalProcess process) {
        Map<String, @Nullable Object> entry = new LinkedHashMap<>();
        if (isTyped) {
            entry.put("type", "stdio");
        }
        entry.put("command", process.command().get(0));
        entry.put("args", process.command().subList(1, process.command().size()));
        return entry;
    }

    private Map<String, @Nullable Object> called(ClientConnection.Remote remote) {
        if (urlMember == null) {
            throw new IllegalArgumentException("--url is given, but the file of " + label
                    + " supports no address; leave --url out: it then starts Daybook, which uses the server of"
                    + " the same --data if one runs");
        }
        Map<String, @Nullable Object> entry = new LinkedHashMap<>();
        if (isTyped) {
            entry.put("type", "http");
        }
        entry.put(urlMember, remote.url());
        if (remote.keyVariable() != null) {
            if (keyReference == null) {
                throw new IllegalArgumentException("--key-env is given, but " + label
                        + " supports no environment variables in its file; leave --key-env out and add the header"
                        + " Authorization there by hand, or leave --url out");
            }
            String value = String.format(Locale.ROOT, keyReference, remote.keyVariable());
            if (isToml()) {
                entry.put("bearer_token_env_var", value);
            } else {
                entry.put("headers", Map.of("Authorization", "Bearer " + value));
            }
        }
        return entry;
    }

    public String label() {
        return label;
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if there is no such client; the message lists the clients
     */
    public static McpClient of(String label) {
        return Arrays.stream(values())
                .filter(client -> client.label.equals(label))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "client is '" + label + "'; use "
                                        + Arrays.stream(values())
                                                .map(McpClient::label)
                                                .collect(Collectors.joining(", "))
                                        + "; for any other, 'daybook mcp install claude-desktop --print' shows the settings that most clients read"));
    }
}

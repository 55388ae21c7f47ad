package dev.daybook.server.mcp;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A program that starts or calls MCP servers, and what its documentation says of where and how it is told of them. */
public enum Client {
    /** Other servers than those it starts are added in its settings only. */
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
    /** Its settings are TOML, and name the variable of the key as it is. */
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
    /** Its headers are taken as they are written, so a key would have to stand there. */
    ZED("zed", "context_servers", false, "url", null) {
        @Override
        Path file(Computer computer) {
            return computer.settings(".config/zed", computer.family() == Computer.Family.WINDOWS ? "Zed" : "zed")
                    .resolve("settings.json");
        }
    },
    /** Junie, the agent in the IDEs of JetBrains; their AI Assistant is told in its settings. It only starts servers. */
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
     * @param servers the member of its configuration that holds the servers
     * @param isTyped whether it wants to be told how a server is reached
     * @param urlMember what it calls the address of a running server; null: it cannot be told of one
     * @param keyReference how it is told to take a value from its environment; null: it cannot be
     */
    Client(String label, String servers, boolean isTyped, @Nullable String urlMember, @Nullable String keyReference) {
        this.label = label;
        this.servers = servers;
        this.isTyped = isTyped;
        this.urlMember = urlMember;
        this.keyReference = keyReference;
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

        /**
         * Where programs keep their settings.
         *
         * @param onMac the folder below the home of a Mac
         * @param elsewhere the folder below where other systems keep them
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

    /** The file that it reads. */
    abstract Path file(Computer computer);

    /** Whether the file is one of the project in whose folder the command is typed, and goes to others with it. */
    public boolean isOfProject() {
        return false;
    }

    boolean isToml() {
        return this == CODEX;
    }

    /** The member of its configuration that holds the servers. */
    String servers() {
        return servers;
    }

    /**
     * What it is told of a server.
     *
     * @throws IllegalArgumentException if it cannot be told of one that is reached so; the message says what to do
     */
    Map<String, @Nullable Object> entry(Connection connection) {
        return connection.match(this::started, this::called);
    }

    private Map<String, @Nullable Object> started(Connection.Process process) {
        Map<String, @Nullable Object> entry = new LinkedHashMap<>();
        if (isTyped) {
            entry.put("type", "stdio");
        }
        entry.put("command", process.command().get(0));
        entry.put("args", process.command().subList(1, process.command().size()));
        return entry;
    }

    private Map<String, @Nullable Object> called(Connection.Remote remote) {
        if (urlMember == null) {
            throw new IllegalArgumentException("--url is given, and the file of " + label
                    + " has no place for one; leave --url out, and it starts Daybook, which goes through the server of"
                    + " the same --data if one runs");
        }
        Map<String, @Nullable Object> entry = new LinkedHashMap<>();
        if (isTyped) {
            entry.put("type", "http");
        }
        entry.put(urlMember, remote.url());
        if (remote.keyVariable() != null) {
            if (keyReference == null) {
                throw new IllegalArgumentException("--key-env is given, and " + label
                        + " reads no environment variable in its file; leave --key-env out and add the header"
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

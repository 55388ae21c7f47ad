package dev.daybook.server.cli;

import dev.daybook.internal.json.PlainJson;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An MCP client with the place and the format of its settings, from its documentation. */
enum McpClient {
    /** Other than local servers can only be added in its settings dialog. */
    CLAUDE_DESKTOP(
            "claude-desktop",
            "claude_desktop_config.json, which 'Edit Config' in its developer settings shows",
            "mcpServers",
            false,
            null,
            null),
    CLAUDE_CODE("claude-code", ".mcp.json of a project, or ~/.claude.json", "mcpServers", true, "url", "${%s}"),
    CURSOR("cursor", "~/.cursor/mcp.json", "mcpServers", false, "url", "${env:%s}"),
    VSCODE("vscode", ".vscode/mcp.json of a project, or mcp.json of your profile", "servers", true, "url", "${env:%s}"),
    /** Uses TOML, and takes the name of the key's variable as it is. */
    CODEX("codex", "~/.codex/config.toml", "mcp_servers", false, "url", "%s"),
    GEMINI("gemini", "~/.gemini/settings.json", "mcpServers", false, "httpUrl", "$%s"),
    WINDSURF("windsurf", "~/.codeium/windsurf/mcp_config.json", "mcpServers", false, "serverUrl", "${env:%s}"),
    /** Takes headers literally, so the file would contain the key. */
    ZED("zed", "settings.json in its settings folder", "context_servers", false, "url", null),
    /**
     * Junie, the agent in JetBrains IDEs; their AI Assistant has a settings dialog. Only local servers are possible.
     */
    JETBRAINS("jetbrains", "~/.junie/mcp/mcp.json", "mcpServers", false, null, null);

    /** Name of the server in the settings. */
    static final String NAME = "daybook";

    private final String label;
    private final String file;
    private final String servers;
    private final boolean isTyped;
    private final @Nullable String urlMember;
    private final @Nullable String keyReference;

    /**
     * @param file the settings file, as a person finds it
     * @param servers name of the member that holds the servers
     * @param isTyped whether an entry names the type of its transport
     * @param urlMember name of the member for a server's address; null: not supported
     * @param keyReference format of a reference to an environment variable; null: not supported
     */
    McpClient(
            String label,
            String file,
            String servers,
            boolean isTyped,
            @Nullable String urlMember,
            @Nullable String keyReference) {
        this.label = label;
        this.file = file;
        this.servers = servers;
        this.isTyped = isTyped;
        this.urlMember = urlMember;
        this.keyReference = keyReference;
    }

    /** Returns the settings file, as a person finds it. */
    String file() {
        return file;
    }

    /** Returns the name of the member that holds the servers. */
    String servers() {
        return servers;
    }

    /**
     * Returns settings with nothing but Daybook.
     *
     * @throws IllegalArgumentException if the client does not support the connection; the message names an alternative
     */
    String snippet(ClientConnection connection) {
        Map<String, @Nullable Object> entry = entry(connection);
        if (this != CODEX) {
            return "{\n  \"" + servers + "\": {\n    \"" + NAME + "\": " + PlainJson.write(entry) + "\n  }\n}\n";
        }
        // Strings and lists of strings are the same in TOML and JSON.
        return entry.entrySet().stream()
                .map(field -> field.getKey() + " = " + PlainJson.write(field.getValue()) + "\n")
                .collect(Collectors.joining("", "[" + servers + "." + NAME + "]\n", ""));
    }

    /**
     * Returns the entry of Daybook in the settings.
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
        List<String> command = process.command();
        entry.put("command", command.get(0));
        entry.put("args", command.subList(1, command.size()));
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
            if (this == CODEX) {
                entry.put("bearer_token_env_var", value);
            } else {
                entry.put("headers", Map.of("Authorization", "Bearer " + value));
            }
        }
        return entry;
    }

    String label() {
        return label;
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if there is no such client; the message lists the clients
     */
    static McpClient of(String label) {
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

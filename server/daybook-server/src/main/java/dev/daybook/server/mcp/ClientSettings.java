package dev.daybook.server.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings text of an MCP client. */
interface ClientSettings {

    /**
     * Returns the text with a server added, or replaced if the name exists.
     *
     * @param servers name of the member that holds the servers
     * @throws IllegalArgumentException if the text cannot be read, or cannot be changed safely
     */
    String with(String servers, String name, Map<String, @Nullable Object> entry);

    /** Returns the text without a server; unchanged if there is none of that name. */
    String without(String servers, String name);

    static ClientSettings of(McpClient client, String text) {
        return client.isToml() ? new TomlSettings(text) : new JsonSettings(text);
    }
}

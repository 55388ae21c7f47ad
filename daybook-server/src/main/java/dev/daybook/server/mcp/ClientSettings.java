package dev.daybook.server.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The text of a client's settings. */
interface ClientSettings {

    /**
     * The text with a server in it, in the place of one of that name if there is one.
     *
     * @param servers what holds the servers
     * @throws IllegalArgumentException if the text cannot be read, or cannot be changed safely
     */
    String with(String servers, String name, Map<String, @Nullable Object> entry);

    /** The text without a server; the same if it has none of that name. */
    String without(String servers, String name);

    static ClientSettings of(Client client, String text) {
        return client.isToml() ? new TomlSettings(text) : new JsonSettings(text);
    }
}

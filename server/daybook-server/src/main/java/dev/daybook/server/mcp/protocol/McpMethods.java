package dev.daybook.server.mcp.protocol;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The methods of a server that do not depend on the version of the protocol. */
public interface McpMethods {

    /**
     * The description of a server.
     *
     * @param identity its name, title and version
     * @param instructions for the model of a client
     */
    record Description(
            Map<String, @Nullable Object> capabilities, Map<String, @Nullable Object> identity, String instructions) {}

    Description description();

    /**
     * Returns the result of a request.
     *
     * @throws ProtocolException if there is none
     */
    Map<String, @Nullable Object> answer(McpRequest request);
}

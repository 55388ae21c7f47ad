package dev.daybook.server.mcp.protocol;

import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.server.keys.AuthenticatedCaller;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request with what its transport knows of it.
 *
 * @param room the heap reservation for the answer
 * @param session the memory session of a call that names none
 */
public record McpRequest(
        Object id,
        String method,
        Map<String, @Nullable Object> parameters,
        AuthenticatedCaller caller,
        HeapReservation room,
        String session) {

    /** Returns a text that the method needs. */
    public String text(String name) {
        if (parameters.get(name) instanceof String text) {
            return text;
        }
        throw new ProtocolException(
                ProtocolException.INVALID_PARAMS, "'params." + name + "' is missing or no text; give it");
    }

    /** Returns the arguments of a tool or a prompt. */
    public JsonFields arguments() {
        Object given = parameters.get("arguments");
        try {
            return new JsonFields(given == null ? Map.of() : JsonFields.object("'params.arguments'", given));
        } catch (IllegalArgumentException e) {
            throw new ProtocolException(ProtocolException.INVALID_PARAMS, String.valueOf(e.getMessage()));
        }
    }
}

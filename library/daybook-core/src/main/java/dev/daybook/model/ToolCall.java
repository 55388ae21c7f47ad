package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import org.jspecify.annotations.Nullable;

/**
 * A call of a tool by an assistant message. Stored and returned unchanged; Daybook neither parses nor indexes it.
 *
 * @param id the caller's id of the call, which the answering tool message names; null: none
 * @param name the name of the tool
 * @param arguments the arguments, usually JSON text
 * @param result the result of the tool, for callers without tool messages; null: unknown, or in a tool message
 */
public record ToolCall(
        @Nullable String id,
        String name,
        String arguments,
        @Nullable String result) {

    /** @throws IllegalArgumentException if name or arguments is null, or any text has a lone surrogate */
    public ToolCall {
        ArgumentChecks.optionalText("tool call id", id);
        ArgumentChecks.text("tool name", name);
        ArgumentChecks.text("tool arguments", arguments);
        ArgumentChecks.optionalText("tool result", result);
    }

    /** Creates a call whose result is in the tool message that answers it. */
    public static ToolCall of(String id, String name, String arguments) {
        return new ToolCall(id, name, arguments, null);
    }
}

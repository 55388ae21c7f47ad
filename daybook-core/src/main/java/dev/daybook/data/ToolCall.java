package dev.daybook.data;

import org.jspecify.annotations.Nullable;

/**
 * A tool that was called during an episode. Kept and given back as it is; Daybook does not read it.
 *
 * @param id the caller's id of the call, or null
 * @param name the tool
 * @param arguments what it was called with, usually JSON
 * @param result what it answered, or null
 */
public record ToolCall(
        @Nullable String id,
        String name,
        String arguments,
        @Nullable String result) {
    public ToolCall {
        Require.optionalText("tool call id", id);
        Require.text("tool name", name);
        Require.text("tool arguments", arguments);
        Require.optionalText("tool result", result);
    }
}

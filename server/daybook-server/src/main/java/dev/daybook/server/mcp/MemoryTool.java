package dev.daybook.server.mcp;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.JsonFields;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool that a model may call.
 *
 * @param description its effect, and when to call it rather than another tool
 * @param right the right that a key needs
 * @param effect its effect on the memory
 */
record MemoryTool(
        String name,
        String title,
        String description,
        Map<String, Object> input,
        Map<String, Object> output,
        AccessRight right,
        Effect effect,
        Action action) {

    /** Answers a call. */
    interface Action {
        Answer answer(McpContext mcpContext, JsonFields arguments);
    }

    /**
     * The answer of a tool call.
     *
     * @param text the text for the model; null: the content as JSON
     */
    record Answer(
            Map<String, @Nullable Object> content, @Nullable String text) {
        static Answer of(Map<String, @Nullable Object> content) {
            return new Answer(content, null);
        }
    }

    /** The effect of a tool call; clients ask their user before some. */
    enum Effect {
        /** Nothing. */
        READS(true, false, true),
        /** Adds; a repeated call adds again. */
        ADDS(false, false, false),
        /**
         * Replaces the named entry and keeps its history; a repeated call is refused, because the version has changed.
         */
        REPLACES(false, true, false),
        /** Erases; a repeated call has no further effect. */
        ERASES(false, true, true);

        private final boolean readOnly;
        private final boolean destructive;
        private final boolean idempotent;

        Effect(boolean readOnly, boolean destructive, boolean idempotent) {
            this.readOnly = readOnly;
            this.destructive = destructive;
            this.idempotent = idempotent;
        }
    }

    /** Returns the annotations for clients. No tool reaches beyond the memory, so none has an open world. */
    Tool described() {
        return Tool.builder(name, input)
                .title(title)
                .description(description)
                .outputSchema(output)
                .annotations(ToolAnnotations.builder()
                        .title(title)
                        .readOnlyHint(effect.readOnly)
                        .destructiveHint(effect.destructive)
                        .idempotentHint(effect.idempotent)
                        .openWorldHint(false)
                        .build())
                .build();
    }
}

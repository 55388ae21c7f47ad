package dev.daybook.server.mcp;

import dev.daybook.json.Fields;
import dev.daybook.server.keys.Right;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool that a model may call.
 *
 * @param description what it does, and when to call it rather than another
 * @param right what a key must allow
 * @param effect what a call changes
 */
record MemoryTool(
        String name,
        String title,
        String description,
        Map<String, Object> input,
        Map<String, Object> output,
        Right right,
        Effect effect,
        Action action) {

    /** Answers a call. */
    interface Action {
        Answer answer(Seat seat, Fields arguments);
    }

    /**
     * What a call answered.
     *
     * @param text what a model reads; null: the content as JSON
     */
    record Answer(
            Map<String, @Nullable Object> content, @Nullable String text) {
        static Answer of(Map<String, @Nullable Object> content) {
            return new Answer(content, null);
        }
    }

    /** What a call changes; clients ask their user before some of these. */
    enum Effect {
        /** Nothing. */
        READS(true, false, true),
        /** It adds, and twice adds twice. */
        ADDS(false, false, false),
        /** It replaces what is named, which stays in history; the same again is refused, for the version is another. */
        REPLACES(false, true, false),
        /** It takes away for good; the same again takes nothing away. */
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

    /** As a client is told of it. No tool reaches beyond the memory, so none of them is open to the world. */
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

package dev.daybook.server.mcp;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.server.keys.AuthenticatedCaller;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tool that a model may call.
 *
 * @param description its effect, and when to call it rather than another tool
 * @param right the right to the effect that a key needs, see {@link #rights}
 * @param trust the least trust that a key needs for any call; the entries of a call may need more
 * @param effect its effect on the memory
 */
record MemoryTool(
        String name,
        String title,
        String description,
        Map<String, Object> input,
        Map<String, Object> output,
        AccessRight right,
        Trust trust,
        Effect effect,
        Action action) {

    /** Creates a tool for keys of any trust. */
    MemoryTool(
            String name,
            String title,
            String description,
            Map<String, Object> input,
            Map<String, Object> output,
            AccessRight right,
            Effect effect,
            Action action) {
        this(name, title, description, input, output, right, Trust.UNKNOWN, effect, action);
    }

    /** Returns the tool as one that changes blocks, for which a key needs the trust of an assistant. */
    MemoryTool changingBlocks() {
        return new MemoryTool(name, title, description, input, output, right, Trust.ASSISTANT, effect, action);
    }

    /** Returns the rights that a call needs: a tool that shows what it changes needs the right to read too. */
    Set<AccessRight> rights() {
        return effect == Effect.EDITS ? EnumSet.of(AccessRight.READ, right) : EnumSet.of(right);
    }

    /** Returns whether a caller may call the tool in a scope, with some entries at least. */
    boolean isFor(AuthenticatedCaller caller, Scope scope) {
        return rights().stream().allMatch(needed -> caller.has(scope, needed))
                && !caller.principal(scope).atMost().isBelow(trust);
    }

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

        /** Returns the result for the client. */
        Map<String, @Nullable Object> result() {
            Map<String, @Nullable Object> result =
                    MemoryTool.result(text == null ? PlainJson.write(content) : text, false);
            result.put("structuredContent", content);
            return result;
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
        /** Replaces a part of the named entry, as {@link #REPLACES}, and shows the text around it. */
        EDITS(false, true, false),
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

    /** Returns the result of a call that was refused or failed. */
    static Map<String, @Nullable Object> refusal(String text) {
        return result(text, true);
    }

    private static Map<String, @Nullable Object> result(String text, boolean isError) {
        Map<String, @Nullable Object> result = PlainJson.object("content", List.of(text(text)));
        result.put("isError", isError);
        return result;
    }

    /** Returns a text as content of an answer. */
    static Map<String, @Nullable Object> text(String text) {
        Map<String, @Nullable Object> content = PlainJson.object("type", "text");
        content.put("text", text);
        return content;
    }

    /** Returns the description for clients. No tool reaches beyond the memory, so none has an open world. */
    Map<String, @Nullable Object> described() {
        Map<String, @Nullable Object> annotations = PlainJson.object("title", title);
        annotations.put("readOnlyHint", effect.readOnly);
        annotations.put("destructiveHint", effect.destructive);
        annotations.put("idempotentHint", effect.idempotent);
        annotations.put("openWorldHint", false);
        Map<String, @Nullable Object> described = PlainJson.object("name", name);
        described.put("title", title);
        described.put("description", description);
        described.put("inputSchema", input);
        described.put("outputSchema", output);
        described.put("annotations", annotations);
        return described;
    }
}

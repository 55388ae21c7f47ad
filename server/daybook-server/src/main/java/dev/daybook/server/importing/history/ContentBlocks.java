package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.model.ToolCall;
import dev.daybook.server.json.ContentParts;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content blocks of a message in the forms of Anthropic and OpenAI: texts, tool calls, results of tools, images and
 * files. A message becomes several if results of tools stand in it. Not thread-safe.
 */
final class ContentBlocks {

    private final HistorySink sink;
    private final HistoryMessage head;
    private final List<String> texts = new ArrayList<>();
    private final List<MediaPart> parts = new ArrayList<>();
    private final List<ToolCall> calls = new ArrayList<>();
    private @Nullable String lastCall;
    private int passedOn;

    private ContentBlocks(HistorySink sink, HistoryMessage head) {
        this.sink = sink;
        this.head = head;
    }

    /**
     * Starts a message.
     *
     * @param role the role of its texts; results of tools have their own
     */
    static ContentBlocks of(
            HistorySink sink, String id, @Nullable OffsetDateTime time, @Nullable String model, String role) {
        return new ContentBlocks(sink, new HistoryMessage(id, time, model, Message.of(role, "")));
    }

    ContentBlocks text(@Nullable String text) {
        if (text != null && !text.isBlank()) {
            texts.add(text);
        }
        return this;
    }

    ContentBlocks part(MediaPart part) {
        parts.add(part);
        return this;
    }

    ContentBlocks call(ToolCall call) {
        calls.add(call);
        lastCall = call.id();
        return this;
    }

    /** Adds a content: a text, or a list of blocks. */
    ContentBlocks content(@Nullable Object content) {
        if (content instanceof String text) {
            return text(text);
        }
        if (content instanceof List<?> blocks) {
            for (Object block : blocks) {
                if (block instanceof String text) {
                    text(text);
                } else {
                    block(JsonFields.object("a block of the content", block));
                }
            }
        } else if (content != null) {
            throw new IllegalArgumentException(
                    "field 'content' is " + JsonFields.typeOf(content) + "; use a text or an array of blocks");
        }
        return this;
    }

    private void block(Map<String, @Nullable Object> object) {
        JsonFields block = new JsonFields(object);
        String type = block.text("type");
        switch (type) {
            case "text", "input_text", "output_text", "summary_text" -> text(block.optionalText("text"));
            case "refusal" -> text(block.optionalText("refusal"));
            case "tool_use", "tool_call" -> call(toolUse(block));
            case "tool_result", "tool_return" -> result(block);
            case "thinking",
                    "redacted_thinking",
                    "reasoning",
                    "redacted_reasoning",
                    "summarized_reasoning",
                    "omitted_reasoning" -> sink.leaveOut("thoughts of the model", 1);
            default ->
                ContentParts.media(object)
                        .ifPresentOrElse(parts::add, () -> sink.leaveOut("blocks of type '" + type + "'", 1));
        }
    }

    private ToolCall toolUse(JsonFields block) {
        String id = block.optionalText("id");
        return ToolCall.of(
                id == null ? head.id() + "/" + (passedOn + calls.size()) : id,
                block.text("name"),
                PlainJson.write(block.get("input")));
    }

    /** Ends the message before the result, because the result has the role of a tool. */
    private void result(JsonFields block) {
        passOn();
        String id = block.optionalText(block.has("tool_call_id") ? "tool_call_id" : "tool_use_id");
        pass(tool(block.get("content")).answering(id == null ? lastCall : id));
    }

    /** Returns the message of a tool with the texts and the media of a content. */
    static Message tool(@Nullable Object content) {
        return Message.tool(plain(content)).withParts(media(content));
    }

    /** Returns the media of a content. */
    static List<MediaPart> media(@Nullable Object content) {
        return content instanceof List<?> blocks
                ? blocks.stream()
                        .filter(Map.class::isInstance)
                        .flatMap(block -> ContentParts.media((Map<?, ?>) block).stream())
                        .toList()
                : List.of();
    }

    /** Returns the texts of a content without its structure and its media. */
    static String plain(@Nullable Object content) {
        if (content == null) {
            return "";
        }
        if (content instanceof String text) {
            return text;
        }
        if (content instanceof List<?> blocks) {
            return blocks.stream()
                    .map(ContentBlocks::plain)
                    .filter(text -> !text.isBlank())
                    .reduce((one, other) -> one + "\n" + other)
                    .orElse("");
        }
        if (content instanceof Map<?, ?> block && !ContentParts.isMedia(block)) {
            Object text = block.containsKey("text") ? block.get("text") : block.get("content");
            return text != null ? plain(text) : block.containsKey("type") ? "[" + block.get("type") + "]" : "";
        }
        return content instanceof Map ? "" : String.valueOf(content);
    }

    /** Passes on the message, if it has a text, a part or a call. */
    void passOn() {
        if (!texts.isEmpty() || !parts.isEmpty() || !calls.isEmpty()) {
            pass(Message.of(head.message().role(), String.join("\n", texts))
                    .withParts(parts)
                    .withToolCalls(calls));
            texts.clear();
            parts.clear();
            calls.clear();
        }
    }

    private void pass(Message message) {
        String id = passedOn == 0 ? head.id() : head.id() + "/" + passedOn;
        passedOn++;
        sink.message(new HistoryMessage(id, head.time(), head.model(), message));
    }

    /** Returns whether a message was passed on. */
    boolean isPassedOn() {
        return passedOn > 0;
    }
}

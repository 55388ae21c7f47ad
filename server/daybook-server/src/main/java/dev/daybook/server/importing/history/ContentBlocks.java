package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Message;
import dev.daybook.model.ToolCall;
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

    /** Formats a reference to a file that is not stored. */
    static String reference(String kind, String name) {
        return "[" + kind + ": " + name + "]";
    }

    ContentBlocks text(@Nullable String text) {
        if (text != null && !text.isBlank()) {
            texts.add(text);
        }
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
                    block(new JsonFields(JsonFields.object("a block of the content", block)));
                }
            }
        } else if (content != null) {
            throw new IllegalArgumentException(
                    "field 'content' is " + JsonFields.typeOf(content) + "; use a text or an array of blocks");
        }
        return this;
    }

    private void block(JsonFields block) {
        String type = block.text("type");
        switch (type) {
            case "text", "input_text", "output_text", "summary_text" -> text(block.optionalText("text"));
            case "refusal" -> text(block.optionalText("refusal"));
            case "tool_use" -> call(toolUse(block));
            case "tool_result" -> result(block);
            case "image", "image_url", "input_image" -> text(reference("image", source(block, "image_url", "source")));
            case "input_audio", "audio" -> text(reference("audio", source(block, "input_audio")));
            case "file", "input_file", "document" -> text(reference("file", source(block, "file", "source")));
            case "thinking", "redacted_thinking", "reasoning" -> sink.leaveOut("thoughts of the model", 1);
            default -> sink.leaveOut("blocks of type '" + type + "'", 1);
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
        String id = block.optionalText("tool_use_id");
        pass(Message.tool(plain(block.get("content"))).answering(id == null ? lastCall : id));
    }

    /** Returns the texts of a content without its structure. */
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
        if (content instanceof Map<?, ?> block) {
            Object text = block.containsKey("text") ? block.get("text") : block.get("content");
            return text != null ? plain(text) : block.containsKey("type") ? "[" + block.get("type") + "]" : "";
        }
        return String.valueOf(content);
    }

    /** Names a file: its name, its address, or its type; the bytes stay in the history. */
    private static String source(JsonFields block, String... places) {
        for (String place : places) {
            Object value = block.get(place);
            if (value instanceof Map<?, ?> map) {
                for (String name : List.of("filename", "url", "file_id", "media_type", "format")) {
                    if (map.get(name) instanceof String text) {
                        return withoutBytes(text);
                    }
                }
            } else if (value instanceof String text) {
                return withoutBytes(text);
            }
        }
        for (String name : List.of("filename", "file_name", "file_id")) {
            if (block.get(name) instanceof String text) {
                return text;
            }
        }
        return "without a name";
    }

    private static String withoutBytes(String address) {
        int bytes = address.indexOf(";base64,");
        return address.startsWith("data:") && bytes > 0 ? address.substring("data:".length(), bytes) : address;
    }

    /** Passes on the message, if it has a text or a call. */
    void passOn() {
        if (!texts.isEmpty() || !calls.isEmpty()) {
            pass(Message.of(head.message().role(), String.join("\n", texts)).withToolCalls(List.copyOf(calls)));
            texts.clear();
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

package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Message;
import dev.daybook.model.ToolCall;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Messages and items in the forms of OpenAI: those of Chat Completions ({@code role}, {@code content},
 * {@code tool_calls}, {@code tool_call_id}, and the earlier {@code function_call}), and those of Responses, whose
 * {@code type} tells messages, calls and their outputs.
 */
record ResponseItems(HistorySink sink) {

    /**
     * Passes on one message or item.
     *
     * @param id its id in the session
     */
    void read(String id, @Nullable OffsetDateTime time, JsonFields item) {
        String type = item.get("type") instanceof String text ? text : "message";
        if (type.endsWith("_call_output")) {
            Object output = item.get("output");
            pass(id, time, ContentBlocks.tool(output).answering(item.optionalText("call_id")));
            return;
        }
        switch (type) {
            case "message" -> message(id, time, item);
            case "reasoning" -> sink.leaveOut("thoughts of the model", 1);
            default -> {
                if (type.endsWith("_call")) {
                    pass(id, time, Message.assistant("").withToolCalls(itemCall(type, item)));
                } else {
                    sink.leaveOut("items of type '" + type + "'", 1);
                }
            }
        }
    }

    private static ToolCall itemCall(String type, JsonFields item) {
        String name = item.optionalText("name");
        Object arguments = firstPresent(item, "arguments", "input", "action");
        return new ToolCall(
                item.optionalText("call_id"),
                name == null ? type.substring(0, type.length() - "_call".length()) : name,
                arguments instanceof String text ? text : arguments == null ? "" : PlainJson.write(arguments),
                null);
    }

    private void message(String id, @Nullable OffsetDateTime time, JsonFields message) {
        String role = message.text("role");
        switch (role) {
            case Message.SYSTEM, "developer" -> sink.leaveOut("system prompts", 1);
            case Message.TOOL, "function" ->
                pass(
                        id,
                        time,
                        ContentBlocks.tool(message.get("content"))
                                .withName(message.optionalText("name"))
                                .answering(message.optionalText("tool_call_id")));
            default -> {
                ContentBlocks blocks = ContentBlocks.of(sink, id, time, message.optionalText("model"), role);
                blocks.content(message.get("content"));
                blocks.text(message.get("refusal") instanceof String refusal ? refusal : null);
                calls(message).forEach(blocks::call);
                blocks.passOn();
                if (!blocks.isPassedOn()) {
                    sink.leaveOut("messages without text", 1);
                }
            }
        }
    }

    /** Returns the tool calls of a message in the form of Chat Completions. */
    static List<ToolCall> calls(JsonFields message) {
        List<ToolCall> calls = new ArrayList<>();
        for (JsonFields call : message.list("tool_calls")) {
            JsonFields function = call.fields(call.get("custom") instanceof Map ? "custom" : "function");
            calls.add(new ToolCall(call.optionalText("id"), function.text("name"), arguments(function), null));
        }
        if (message.get("function_call") instanceof Map) {
            JsonFields function = message.fields("function_call");
            calls.add(new ToolCall(null, function.text("name"), arguments(function), null));
        }
        return calls;
    }

    private static String arguments(JsonFields function) {
        Object arguments = firstPresent(function, "arguments", "input");
        return arguments instanceof String text ? text : PlainJson.write(Objects.requireNonNullElse(arguments, ""));
    }

    /** Returns the value of the first of these fields that is there; null if there is none. */
    static @Nullable Object firstPresent(JsonFields fields, String... names) {
        for (String name : names) {
            Object value = fields.get(name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private void pass(String id, @Nullable OffsetDateTime time, Message message) {
        sink.message(new HistoryMessage(id, time, null, message));
    }
}

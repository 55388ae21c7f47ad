package dev.daybook.server.proxy;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.window.StorableText;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.ToolCall;
import dev.daybook.server.json.ContentParts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages, tool calls and results of both APIs as messages of the log. Other items (reasoning, references)
 * are none. Media in a content become parts of the message; another part that has no text is named in brackets:
 * {@code [refusal_audio]}.
 */
final class ModelItems {

    private ModelItems() {}

    /** Returns a JSON object; empty if the value is none. */
    @SuppressWarnings("unchecked") // PlainJson makes such maps
    static Map<String, @Nullable Object> object(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of();
    }

    /** Returns the elements of a JSON array that are not null; empty if the value is none. */
    static List<Object> list(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().filter(Objects::nonNull).map(Object.class::cast).toList()
                : List.of();
    }

    /** Returns a message of a request. */
    static Map<String, @Nullable Object> message(String role, String content) {
        Map<String, @Nullable Object> message = PlainJson.object("role", role);
        message.put("content", content);
        return message;
    }

    static boolean isSystem(Object item) {
        Object role = object(item).get("role");
        return Message.SYSTEM.equals(role) || "developer".equals(role);
    }

    static boolean isUser(Object item) {
        return Message.USER.equals(object(item).get("role"));
    }

    static boolean isCall(@Nullable Object item) {
        return object(item).get("type") instanceof String type
                && (type.equals("function_call") || type.equals("custom_tool_call"));
    }

    /** Returns a message with a further text at its end. */
    static Map<String, @Nullable Object> extended(Object message, String text) {
        Map<String, @Nullable Object> extended = new LinkedHashMap<>(object(message));
        Object content = extended.get("content");
        if (content instanceof List<?>) {
            List<Object> parts = new ArrayList<>(list(content));
            Map<String, @Nullable Object> part = PlainJson.object("type", "text");
            part.put("text", text);
            parts.add(part);
            extended.put("content", parts);
        } else {
            extended.put("content", content instanceof String own ? own + "\n\n" + text : text);
        }
        return extended;
    }

    /** Returns the messages of the log of an item: one, or none. */
    static List<Message> messages(@Nullable Object item) {
        Map<String, @Nullable Object> fields = object(item);
        if (isCall(item)) {
            return List.of(Message.assistant("").withToolCalls(call(fields.get("call_id"), fields)));
        }
        if (fields.get("type") instanceof String type && type.endsWith("call_output")) {
            return List.of(result(fields.get("call_id"), fields.get("output")));
        }
        Object role = fields.get("role");
        if (Message.TOOL.equals(role)) {
            return List.of(result(fields.get("tool_call_id"), fields.get("content")));
        }
        if (Message.USER.equals(role)) {
            String name = fields.get("name") instanceof String given ? StorableText.name(given) : null;
            return List.of(with(Message.user("").withName(name), fields.get("content")));
        }
        return Message.ASSISTANT.equals(role) ? List.of(answer(fields)) : List.of();
    }

    private static Message answer(Map<String, @Nullable Object> fields) {
        String text = Stream.of(text(fields.get("content")), text(fields.get("refusal")))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("\n"));
        List<ToolCall> calls = list(fields.get("tool_calls")).stream()
                .map(ModelItems::object)
                .map(call -> call(call.get("id"), callee(call)))
                .toList();
        return Message.assistant(StorableText.of(text))
                .withParts(parts(fields.get("content")))
                .withToolCalls(calls);
    }

    /** Returns the part of a call with the name and the arguments. */
    static Map<String, @Nullable Object> callee(Map<String, @Nullable Object> call) {
        return object(call.containsKey("custom") ? call.get("custom") : call.get("function"));
    }

    private static ToolCall call(@Nullable Object id, Map<String, @Nullable Object> callee) {
        return call(id, callee.get("name"), arguments(callee));
    }

    /** Returns the arguments of a function, or the input of a custom tool. */
    static @Nullable Object arguments(Map<String, @Nullable Object> callee) {
        return callee.containsKey("input") ? callee.get("input") : callee.get("arguments");
    }

    static ToolCall call(@Nullable Object id, @Nullable Object name, @Nullable Object arguments) {
        return new ToolCall(
                id instanceof String given ? StorableText.name(given) : null,
                StorableText.name(text(name)),
                StorableText.of(text(arguments)),
                null);
    }

    private static Message result(@Nullable Object call, @Nullable Object content) {
        Message result = with(Message.tool(""), content);
        return call instanceof String id ? result.answering(StorableText.name(id)) : result;
    }

    private static Message with(Message message, @Nullable Object content) {
        return message.withText(text(content)).withParts(parts(content));
    }

    /** Returns the media of a content. */
    private static List<MediaPart> parts(@Nullable Object content) {
        return list(content).stream()
                .flatMap(part -> ContentParts.media(object(part)).stream())
                .limit(SizeLimits.PARTS)
                .toList();
    }

    /** Returns a content, a text or a list of parts, as a text without its media. */
    static String text(@Nullable Object content) {
        if (content instanceof String text) {
            return StorableText.of(text);
        }
        return StorableText.of(list(content).stream()
                .map(ModelItems::object)
                .filter(part -> !ContentParts.isMedia(part))
                .map(ModelItems::part)
                .collect(Collectors.joining("\n")));
    }

    private static String part(Map<String, @Nullable Object> part) {
        Object text = part.containsKey("text") ? part.get("text") : part.get("refusal");
        return text instanceof String given ? given : "[" + part.get("type") + "]";
    }
}

package dev.daybook.internal.json;

import dev.daybook.model.Embedding;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.ToolCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes episodes as fields of a line of the interchange format, of a request and of an answer. */
public final class EpisodeLines {

    private EpisodeLines() {}

    /** Reads an episode without its origin and trust, which the caller reads. */
    public static NewEpisode read(JsonFields fields) {
        return read(fields, messages(fields));
    }

    /** Reads an episode of a store, which may be one without messages. */
    public static NewEpisode stored(JsonFields fields) {
        return read(
                fields,
                fields.list("messages").stream().map(EpisodeLines::message).toList());
    }

    private static NewEpisode read(JsonFields fields, List<Message> messages) {
        float[] embedding = fields.optionalNumbers("embedding");
        return NewEpisode.of(messages)
                .id(fields.optionalText("id"))
                .session(fields.optionalText("session"))
                .occurredAt(fields.optionalTime("occurredAt"))
                .toolCalls(toolCalls(fields))
                .metadata(present(fields.object("metadata")))
                .embedding(embedding == null ? null : Embedding.of(embedding));
    }

    private static List<Message> messages(JsonFields fields) {
        List<Message> messages = new ArrayList<>();
        boolean listed = fields.get("messages") != null;
        for (JsonFields message : fields.list("messages")) {
            messages.add(message.placed(EpisodeLines::message));
            message.done();
        }
        String input = fields.optionalText("input");
        String output = fields.optionalText("output");
        if (listed && (input != null || output != null)) {
            throw new IllegalArgumentException(
                    "fields 'messages' and 'input' or 'output' are both given; use 'messages' alone");
        }
        if (!listed && input == null && output == null) {
            throw new IllegalArgumentException("field 'messages' is missing; give messages, or input and output");
        }
        if (input != null) {
            messages.add(Message.user(input));
        }
        if (output != null) {
            messages.add(Message.assistant(output));
        }
        return messages;
    }

    /** Reads a message; the caller checks for further fields. */
    public static Message message(JsonFields message) {
        return new Message(
                message.text("role"),
                message.optionalText("name"),
                text(message),
                toolCalls(message),
                message.optionalText("toolCallId"));
    }

    /** Reads the text of a message: {@code text}, or {@code content} as in the messages of most models. */
    private static String text(JsonFields message) {
        String content = message.optionalText("content");
        if (content == null) {
            return message.text("text");
        }
        if (message.has("text")) {
            throw new IllegalArgumentException(
                    "fields 'text' and 'content' of a message are both given; use 'text' alone");
        }
        return content;
    }

    private static List<ToolCall> toolCalls(JsonFields fields) {
        List<ToolCall> calls = new ArrayList<>();
        for (JsonFields call : fields.list("toolCalls")) {
            String arguments = call.optionalText("arguments");
            calls.add(new ToolCall(
                    call.optionalText("id"),
                    call.text("name"),
                    arguments == null ? "" : arguments,
                    call.optionalText("result")));
            call.done();
        }
        return calls;
    }

    private static Map<String, Object> present(Map<String, @Nullable Object> metadata) {
        Map<String, Object> present = new LinkedHashMap<>();
        metadata.forEach((name, value) -> {
            if (value == null || value instanceof Map || value instanceof List) {
                throw new IllegalArgumentException("field 'metadata." + name + "' is " + JsonFields.typeOf(value)
                        + "; use a text, a boolean or a number");
            }
            present.put(name, value);
        });
        return present;
    }

    /** Returns the fields of the line of an episode; the caller may add more. */
    public static Map<String, @Nullable Object> fieldsOf(Scope scope, Episode episode) {
        Map<String, @Nullable Object> line = CommonFields.start("episode", scope, episode.id());
        // Written also when it is null, or a later import with --session would move the episode there.
        line.put("session", episode.session());
        line.put("occurredAt", IsoTimes.format(episode.occurredAt()));
        line.put(
                "messages",
                episode.messages().stream().map(EpisodeLines::fieldsOf).toList());
        toolCalls(line, episode.standaloneToolCalls());
        if (!episode.metadata().isEmpty()) {
            line.put("metadata", episode.metadata());
        }
        line.put("origin", CommonFields.origin(episode.origin()));
        line.put("trust", episode.trust().label());
        Embedding embedding = episode.embedding();
        if (embedding != null) {
            List<Float> numbers = new ArrayList<>(embedding.dimensions());
            for (float number : embedding.toArray()) {
                numbers.add(number);
            }
            line.put("embedding", numbers);
        }
        return line;
    }

    /** Returns the fields of a message. */
    public static Map<String, @Nullable Object> fieldsOf(Message message) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("role", message.role());
        if (message.name() != null) {
            fields.put("name", message.name());
        }
        fields.put("text", message.text());
        toolCalls(fields, message.toolCalls());
        if (message.toolCallId() != null) {
            fields.put("toolCallId", message.toolCallId());
        }
        return fields;
    }

    /** Adds tool calls, unless there are none. */
    public static void toolCalls(Map<String, @Nullable Object> fields, List<ToolCall> calls) {
        if (!calls.isEmpty()) {
            fields.put("toolCalls", calls.stream().map(EpisodeLines::fieldsOf).toList());
        }
    }

    private static Map<String, @Nullable Object> fieldsOf(ToolCall call) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (call.id() != null) {
            fields.put("id", call.id());
        }
        fields.put("name", call.name());
        fields.put("arguments", call.arguments());
        if (call.result() != null) {
            fields.put("result", call.result());
        }
        return fields;
    }
}

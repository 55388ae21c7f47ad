package dev.daybook.internal.json;

import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.TIME;

import dev.daybook.model.Embedding;
import dev.daybook.model.Episode;
import dev.daybook.model.MediaPart;
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

    private static final RecordCodec<ToolCall> TOOL_CALL = fields -> fields.done(new ToolCall(
            fields.optional("id", TEXT, ToolCall::id),
            fields.required("name", TEXT, ToolCall::name),
            fields.with("arguments", TEXT, "", ToolCall::arguments),
            fields.optional("result", TEXT, ToolCall::result)));

    private static final FieldType<List<ToolCall>> TOOL_CALLS = TOOL_CALL.list(RecordFields.NO_SCOPE);

    private static final RecordCodec<MediaPart> PART = fields -> fields.done(new MediaPart(
            fields.required("type", FieldType.constant(MediaPart.Type.class), MediaPart::type),
            fields.optional("mediaType", TEXT, MediaPart::mediaType),
            fields.optional("uri", TEXT, MediaPart::uri),
            fields.optional("name", TEXT, MediaPart::name),
            fields.optional("size", FieldType.COUNT, MediaPart::size),
            fields.optional("sha256", TEXT, MediaPart::sha256),
            fields.optional("caption", TEXT, MediaPart::caption)));

    static final FieldType<List<MediaPart>> PARTS = new FieldType<>(
            (fields, name) -> fields.list(name).stream()
                    .map(part -> part.placed(PART::read))
                    .toList(),
            PART.list(RecordFields.NO_SCOPE).writing(),
            "give a list");

    /** A message; the caller checks for further fields. */
    static final RecordCodec<Message> MESSAGE = fields -> new Message(
            fields.required("role", TEXT, Message::role),
            fields.optional("name", TEXT, Message::name),
            fields.required("text", new FieldType<>(EpisodeLines::text, text -> text, TEXT.remedy()), Message::text),
            fields.unless(List.of(), "toolCalls", TOOL_CALLS, Message::toolCalls),
            fields.optional("toolCallId", TEXT, Message::toolCallId),
            fields.unless(List.of(), "parts", PARTS, Message::parts));

    private EpisodeLines() {}

    /** Reads the parts of a message. */
    public static List<MediaPart> parts(JsonFields message) {
        return PARTS.read(message, "parts", List.of());
    }

    /** Reads an episode without its origin and trust, which the caller reads. */
    public static NewEpisode read(JsonFields fields) {
        return read(fields, messages(fields));
    }

    /** Reads an episode of a store, which may be one without messages. */
    static NewEpisode stored(JsonFields fields) {
        return read(fields, MESSAGE.readList(fields, "messages", RecordFields.NO_SCOPE));
    }

    private static NewEpisode read(JsonFields fields, List<Message> messages) {
        float[] embedding = fields.optionalNumbers("embedding");
        return NewEpisode.of(messages)
                .id(fields.optionalText("id"))
                .session(fields.optionalText("session"))
                .occurredAt(fields.optionalTime("occurredAt"))
                .toolCalls(TOOL_CALLS.read(fields, "toolCalls", List.of()))
                .metadata(present(fields.object("metadata")))
                .expiresAt(FieldType.INSTANT.read(fields, CommonFields.EXPIRES_AT))
                .embedding(embedding == null ? null : Embedding.of(embedding));
    }

    private static List<Message> messages(JsonFields fields) {
        List<Message> messages = new ArrayList<>();
        boolean listed = fields.get("messages") != null;
        for (JsonFields message : fields.list("messages")) {
            messages.add(message.placed(MESSAGE::read));
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

    /** Reads the text of a message: {@code text}, or {@code content} as in the messages of most models. */
    private static @Nullable String text(JsonFields message, String name) {
        String content = message.optionalText("content");
        if (content == null) {
            return message.optionalText(name);
        }
        if (message.has(name)) {
            throw new IllegalArgumentException(
                    "fields 'text' and 'content' of a message are both given; use 'text' alone");
        }
        return content;
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
        contents(line, episode.messages(), episode.standaloneToolCalls(), episode.metadata());
        line.put("origin", CommonFields.origin(episode.origin()));
        CommonFields.end(line, episode);
        embedding(line, episode.embedding());
        return line;
    }

    /** Returns the fields of a new episode. */
    public static Map<String, @Nullable Object> fieldsOf(NewEpisode episode) {
        RecordFields<NewEpisode> fields = RecordFields.writing(episode, RecordFields.NO_SCOPE);
        fields.optional("id", TEXT, NewEpisode::id);
        fields.optional("session", TEXT, NewEpisode::session);
        fields.optional("occurredAt", TIME, NewEpisode::occurredAt);
        contents(fields.written(), episode.messages(), episode.toolCalls(), episode.metadata());
        fields.optional("origin", FieldType.ORIGIN, NewEpisode::origin);
        fields.optional("trust", FieldType.TRUST, NewEpisode::trust);
        fields.optional(CommonFields.EXPIRES_AT, FieldType.INSTANT, NewEpisode::expiresAt);
        embedding(fields.written(), episode.embedding());
        return fields.written();
    }

    private static void contents(
            Map<String, @Nullable Object> line,
            List<Message> messages,
            List<ToolCall> toolCalls,
            Map<String, Object> metadata) {
        line.put("messages", messages.stream().map(MESSAGE::write).toList());
        if (!toolCalls.isEmpty()) {
            line.put("toolCalls", TOOL_CALLS.writing().apply(toolCalls));
        }
        if (!metadata.isEmpty()) {
            line.put("metadata", metadata);
        }
    }

    private static void embedding(Map<String, @Nullable Object> line, @Nullable Embedding embedding) {
        if (embedding != null) {
            List<Float> numbers = new ArrayList<>(embedding.dimensions());
            for (float number : embedding.toArray()) {
                numbers.add(number);
            }
            line.put("embedding", numbers);
        }
    }
}

package dev.daybook.server.mem0;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.server.json.ContentParts;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The body of an add.
 *
 * @param infer whether facts are derived from the messages as one exchange
 * @param at the stated time of the messages; null: now
 */
record AddedMessages(
        EntityIds ids,
        List<Message> messages,
        Map<String, Object> metadata,
        boolean infer,
        @Nullable OffsetDateTime at) {

    private static final int MAX_MESSAGES = 1_000;

    /** The metadata that holds the ids, which have fields of their own. */
    private static final Set<String> TAGS = Set.of(EntityIds.AGENT, EntityIds.APP);

    static AddedMessages read(JsonFields fields) {
        EntityIds ids = EntityIds.read(fields::optionalText);
        JsonFields filters = fields.fields("filters");
        ids = ids.and(EntityIds.read(filters::optionalText));
        filters.done();
        List<Message> messages = messages(fields);
        Map<String, Object> metadata = metadata(fields);
        boolean infer = !Boolean.FALSE.equals(fields.optionalTruth("infer"));
        OffsetDateTime at = time(fields);
        ForeignFields.done(fields);
        return new AddedMessages(ids, messages, metadata, infer, at);
    }

    /** Returns the episodes: one exchange to derive from, or each message that is not blank as it is. */
    List<NewEpisode> episodes() {
        List<List<Message>> each = infer
                ? List.of(messages)
                : messages.stream()
                        .filter(message -> !message.shownText().isBlank())
                        .map(List::of)
                        .toList();
        Map<String, Object> tags = ids.tags();
        tags.remove(EntityIds.RUN);
        Map<String, Object> all = new LinkedHashMap<>(metadata);
        all.putAll(tags);
        return each.stream()
                .map(said ->
                        NewEpisode.of(said).session(ids.run()).occurredAt(at).metadata(all))
                .toList();
    }

    private static List<Message> messages(JsonFields fields) {
        List<Message> messages = fields.get("messages") instanceof String text
                ? List.of(Message.user(text))
                : fields.list("messages").stream()
                        .map(message -> message.placed(AddedMessages::message))
                        .toList();
        if (messages.isEmpty() || messages.size() > MAX_MESSAGES) {
            throw new IllegalArgumentException(
                    "field 'messages' has " + messages.size() + " messages; send 1 to " + MAX_MESSAGES + " at a time");
        }
        if (messages.stream().allMatch(message -> message.shownText().isBlank())) {
            throw new IllegalArgumentException("field 'messages' is blank; give the text to remember");
        }
        return messages;
    }

    private static Message message(JsonFields fields) {
        Message message = new Message(fields.text("role"), fields.optionalText("name"), "");
        Object content = fields.get("content");
        Message said = content instanceof List<?> contents
                ? message(message, contents, fields.list("content"))
                : content instanceof Map<?, ?> one
                        ? message(message, List.of(one), List.of(fields.fields("content")))
                        : message.withText(fields.text("content"));
        fields.done();
        return said;
    }

    /** Reads the texts and the media of a content; the bytes of media are not kept. */
    private static Message message(Message message, List<?> contents, List<JsonFields> fields) {
        List<String> texts = new ArrayList<>();
        List<MediaPart> parts = new ArrayList<>();
        for (int i = 0; i < contents.size(); i++) {
            JsonFields content = fields.get(i);
            Optional<MediaPart> part = ContentParts.media((Map<?, ?>) contents.get(i));
            if (part.isPresent()) {
                parts.add(part.get());
            } else if ("text".equals(content.text("type"))) {
                texts.add(content.text("text"));
            } else {
                throw content.wrong("type", content.get("type"), "text, image_url, pdf_url, input_audio or file");
            }
        }
        return message.withText(String.join("\n", texts)).withParts(parts);
    }

    /** Reads metadata; a value that is null is left out. */
    static Map<String, Object> metadata(JsonFields fields) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        fields.object("metadata").forEach((name, value) -> {
            if (TAGS.contains(name) || value instanceof Map || value instanceof List) {
                throw new IllegalArgumentException("field 'metadata." + name + "' is " + JsonFields.typeOf(value)
                        + (TAGS.contains(name)
                                ? "; give the id as the field '" + name + "' beside the metadata"
                                : "; use a text, a boolean or a number for each name"));
            }
            if (value != null) {
                metadata.put(name, value);
            }
        });
        return metadata;
    }

    static @Nullable OffsetDateTime time(JsonFields fields) {
        Object given = fields.get("timestamp");
        return given == null
                ? null
                : FilterReader.time("field 'timestamp'", given).atOffset(ZoneOffset.UTC);
    }
}

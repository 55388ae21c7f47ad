package dev.daybook.server.importing.history;

import dev.daybook.model.Message;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message of a chat history.
 *
 * @param id its id, unique in its session and the same in each export
 * @param time its time, or null if the history states none
 * @param model the language model that wrote it, or null
 * @param metadata the metadata of its episode, if it is the first message of it
 */
public record HistoryMessage(
        String id,
        @Nullable OffsetDateTime time,
        @Nullable String model,
        Message message,
        Map<String, Object> metadata) {

    HistoryMessage(String id, @Nullable OffsetDateTime time, @Nullable String model, Message message) {
        this(id, time, model, message, Map.of());
    }

    /** Returns fields as metadata: numbers and truth values as they are, everything else as text. */
    static Map<String, Object> metadata(Map<String, @Nullable Object> fields) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        fields.forEach((name, value) -> {
            boolean isPlain = value instanceof Boolean || value instanceof Long || value instanceof Double;
            if (value != null) {
                metadata.put(name, isPlain ? value : ContentBlocks.plain(value));
            }
        });
        return metadata;
    }

    /** Returns a copy with another message. */
    public HistoryMessage withMessage(Message other) {
        return new HistoryMessage(id, time, model, other, metadata);
    }
}

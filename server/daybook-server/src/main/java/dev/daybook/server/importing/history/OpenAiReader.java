package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.server.json.LocalTimes;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists of messages as the APIs of OpenAI and compatible servers take them: an object with {@code messages} (or
 * {@code input}, or {@code items}) is a session, as are the messages of an array. The lists have no ids, so the session
 * is named by its field {@code session} or {@code id}, or by the file and its place in it.
 */
final class OpenAiReader implements HistoryReader {

    private static final List<String> LISTS = List.of("messages", "items", "input");

    private final String file;
    private final HistorySink sink;
    private final LocalTimes times;
    private final ResponseItems items;
    private long sessions;
    private long number;

    OpenAiReader(String file, HistorySink sink, LocalTimes times) {
        this.file = file;
        this.sink = sink;
        this.times = times;
        this.items = new ResponseItems(sink);
    }

    /** Returns whether a document is a session. */
    static boolean isSession(Map<String, @Nullable Object> document) {
        return document.get("body") instanceof Map
                || LISTS.stream().anyMatch(name -> document.get(name) instanceof List<?> list && isMessages(list));
    }

    private static boolean isMessages(List<?> list) {
        return list.stream()
                .allMatch(item -> item instanceof Map<?, ?> message
                        && (message.containsKey("role") || message.containsKey("type")));
    }

    @Override
    public void read(JsonFields document) {
        JsonFields session = document.get("body") instanceof Map ? document.fields("body") : document;
        for (String name : LISTS) {
            if (session.get(name) instanceof List) {
                session(document, session.list(name));
                return;
            }
        }
        if (number == 0) {
            sink.session(new HistorySession(file, null, null, Map.of()));
        }
        message(document, null);
    }

    private void session(JsonFields document, List<JsonFields> messages) {
        sessions++;
        number = 0;
        String id = id(document);
        OffsetDateTime created =
                times.anyForm(ResponseItems.firstPresent(document, "created_at", "created", "timestamp", "time"));
        sink.session(new HistorySession(id == null ? file + " " + sessions : id, name(document), created, Map.of()));
        messages.forEach(message -> message(message, created));
        number = 0;
    }

    private void message(JsonFields message, @Nullable OffsetDateTime created) {
        OffsetDateTime time = times.anyForm(
                ResponseItems.firstPresent(message, "created_at", "create_time", "created", "timestamp", "time"));
        try {
            items.read(Long.toString(number), time == null ? created : time, message);
        } catch (IllegalArgumentException e) {
            sink.problem("message " + (number + 1) + ": " + e.getMessage());
        }
        number++;
    }

    private static @Nullable String name(JsonFields document) {
        return ResponseItems.firstPresent(document, "title", "name") instanceof String name && !name.isBlank()
                ? name
                : null;
    }

    private static @Nullable String id(JsonFields document) {
        Object id = ResponseItems.firstPresent(
                document, "session", "session_id", "conversation_id", "thread_id", "custom_id", "id");
        return id instanceof String || id instanceof Long ? id.toString() : null;
    }
}

package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.model.Message;
import dev.daybook.server.json.LocalTimes;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table with a message in each row, by a {@link ColumnMap}; the rows of a session are in their order. */
final class TableReader implements HistoryReader {

    private final String file;
    private final HistorySink sink;
    private final LocalTimes times;
    private final ColumnMap columns;
    private long number;

    TableReader(String file, HistorySink sink, LocalTimes times, ColumnMap columns) {
        this.file = file;
        this.sink = sink;
        this.times = times;
        this.columns = columns;
    }

    @Override
    public void read(JsonFields row) {
        number++;
        String text = text(row, columns.text());
        if (text == null || text.isBlank()) {
            sink.leaveOut("rows without text", 1);
            return;
        }
        String session = text(row, columns.session());
        sink.session(new HistorySession(session == null ? file : session, null, null, Map.of()));
        String id = text(row, columns.id());
        String role = text(row, columns.role());
        sink.message(new HistoryMessage(
                id == null ? Long.toString(number) : id,
                times.anyForm(value(row, columns.time()), columns.timeFormat()),
                null,
                new Message(role == null ? Message.USER : role(role), text(row, columns.name()), text),
                metadata(row)));
    }

    private Map<String, Object> metadata(JsonFields row) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        for (String column : columns.metadata()) {
            Object value = value(row, column);
            if (value instanceof Boolean || value instanceof Long || value instanceof Double) {
                metadata.put(column, value);
            } else if (value != null) {
                metadata.put(column, ContentBlocks.plain(value));
            }
        }
        return metadata;
    }

    /** Returns the role in terms of chat models, if it is one of their usual names. */
    private static String role(String role) {
        return switch (role.strip().toLowerCase(Locale.ROOT)) {
            case "user", "human" -> Message.USER;
            case "assistant", "ai", "bot", "model" -> Message.ASSISTANT;
            case "system" -> Message.SYSTEM;
            case "tool", "function" -> Message.TOOL;
            default -> role.strip();
        };
    }

    private static @Nullable String text(JsonFields row, @Nullable String column) {
        Object value = value(row, column);
        String text = value == null ? "" : ContentBlocks.plain(value);
        return text.isEmpty() ? null : text;
    }

    /** Returns the value of a column; {@code a.b} is the field b of the object a, unless a column has this name. */
    private static @Nullable Object value(JsonFields row, @Nullable String column) {
        if (column == null) {
            return null;
        }
        Object value = row.get(column);
        int point = column.indexOf('.');
        return value == null && point > 0 && row.get(column.substring(0, point)) instanceof Map
                ? value(row.fields(column.substring(0, point)), column.substring(point + 1))
                : value;
    }
}

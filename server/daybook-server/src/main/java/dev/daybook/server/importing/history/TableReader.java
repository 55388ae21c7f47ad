package dev.daybook.server.importing.history;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.window.StorablePart;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.server.json.LocalTimes;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A table with a message in each row, by a {@link ColumnMap}; the rows of a session are in their order. */
final class TableReader implements HistoryReader {

    /** The beginning of the query or the fragment of an address. */
    private static final Pattern END_OF_PATH = Pattern.compile("[?#]");

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
        List<MediaPart> parts = parts(row);
        if ((text == null || text.isBlank()) && parts.isEmpty()) {
            sink.leaveOut("rows without text", 1);
            return;
        }
        String session = text(row, columns.session());
        sink.session(new HistorySession(session == null ? file : session, text(row, columns.title()), null, Map.of()));
        String id = text(row, columns.id());
        String role = text(row, columns.role());
        sink.message(new HistoryMessage(
                id == null ? Long.toString(number) : id,
                times.anyForm(value(row, columns.time()), columns.timeFormat()),
                null,
                new Message(
                                role == null ? Message.USER : role(role),
                                text(row, columns.name()),
                                text == null ? "" : text)
                        .withParts(parts),
                metadata(row)));
    }

    /** Returns the media in the content and those of the column of media, whose caption is that of the first. */
    private List<MediaPart> parts(JsonFields row) {
        List<MediaPart> parts = new ArrayList<>(ContentBlocks.media(value(row, columns.text())));
        Object media = value(row, columns.media());
        String caption = text(row, columns.caption());
        for (Object each : media instanceof List<?> several
                ? several
                : Stream.ofNullable(media).toList()) {
            if (each instanceof String file && !file.isBlank()) {
                parts.add(StorablePart.captioned(part(file.strip()), caption));
                caption = null;
            }
        }
        return parts;
    }

    /** Returns the media at an address or a path, or of a name alone, whose ending tells the type. */
    private static MediaPart part(String file) {
        String name = END_OF_PATH.split(file.substring(file.lastIndexOf('/') + 1), 2)[0];
        boolean isName = name.equals(file);
        return StorablePart.of(
                null,
                URLConnection.guessContentTypeFromName(name),
                isName ? null : file,
                file.startsWith("data:") ? null : name);
    }

    private Map<String, Object> metadata(JsonFields row) {
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        columns.metadata().forEach(column -> metadata.put(column, value(row, column)));
        return HistoryMessage.metadata(metadata);
    }

    /** Returns the role in terms of chat models, if it is one of their usual names. */
    static String role(String role) {
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

    /**
     * Returns the value of a column; {@code a.b} is the field b of the object a, or of the JSON text in a, unless a column has
     * this name.
     */
    private static @Nullable Object value(JsonFields row, @Nullable String column) {
        if (column == null) {
            return null;
        }
        Object value = row.get(column);
        int point = column.indexOf('.');
        if (value != null || point <= 0) {
            return value;
        }
        Object outer = row.get(column.substring(0, point));
        Object object = outer instanceof String text && text.startsWith("{") ? PlainJson.readLenient(text) : outer;
        return object instanceof Map
                ? value(new JsonFields(JsonFields.object("column " + column, object)), column.substring(point + 1))
                : null;
    }
}

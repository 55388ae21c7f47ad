package dev.daybook.server.importing.history;

import java.time.DateTimeException;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table that hold the parts of a message.
 *
 * @param text the column of the text
 * @param id the column of the id, or null: the number of the row
 * @param session the column of the session, or null: one session
 * @param role the column of the role, or null: the user
 * @param name the column of the speaker's name, or null
 * @param title the column of the session's name, or null
 * @param time the column of the time, or null
 * @param metadata the columns of the metadata
 * @param media the column of the file or the address of media, or of several, or null
 * @param caption the column of the caption of the media, or null
 * @param timeFormat the format of the time, or null: any usual form
 */
public record ColumnMap(
        String text,
        @Nullable String id,
        @Nullable String session,
        @Nullable String role,
        @Nullable String name,
        @Nullable String title,
        @Nullable String time,
        List<String> metadata,
        @Nullable String media,
        @Nullable String caption,
        @Nullable DateTimeFormatter timeFormat) {

    private static final Pattern PLUS = Pattern.compile("\\+");

    private static final List<String> PARTS =
            List.of("id", "session", "role", "name", "title", "text", "time", "metadata", "media", "caption");

    /** The columns of messages that a program of ours reads from a text. */
    static final ColumnMap OF_ROWS =
            new ColumnMap("text", "id", "session", null, "name", "title", "time", List.of(), "media", null, null);

    /** The columns of the JDBC chat memory of Spring AI 2. */
    static final ColumnMap OF_SPRING_AI = new ColumnMap(
            "content", "sequence_id", "conversation_id", "type", null, null, "timestamp", List.of(), null, null, null);

    /**
     * Reads parts with their columns; several columns of metadata are joined by {@code +}.
     *
     * @param given each {@code PART=COLUMN}
     * @param timePattern a pattern of {@link DateTimeFormatter}, or null
     * @throws IllegalArgumentException if a part has no column, is unknown or is repeated, the text is missing, or the
     *     pattern is invalid
     */
    public static ColumnMap of(List<String> given, @Nullable String timePattern) {
        Map<String, String> parts = new HashMap<>();
        given.forEach(each -> put(each, parts));
        String text = parts.get("text");
        if (text == null) {
            throw new IllegalArgumentException("--map has no column for the text; add text=COLUMN");
        }
        String metadata = parts.get("metadata");
        return new ColumnMap(
                text,
                parts.get("id"),
                parts.get("session"),
                parts.get("role"),
                parts.get("name"),
                parts.get("title"),
                parts.get("time"),
                metadata == null ? List.of() : PLUS.splitAsStream(metadata).toList(),
                parts.get("media"),
                parts.get("caption"),
                timePattern == null ? null : formatter(timePattern));
    }

    private static void put(String given, Map<String, String> parts) {
        int sign = given.indexOf('=');
        if (sign < 0) {
            throw new IllegalArgumentException(
                    "--map has '" + given + "'; give a part and its column, such as text=COLUMN");
        }
        String part = given.substring(0, sign);
        String column = given.substring(sign + 1);
        if (!PARTS.contains(part)) {
            throw new IllegalArgumentException(
                    "--map has the part '" + part + "'; use some of " + String.join(", ", PARTS));
        }
        String before = parts.putIfAbsent(part, column);
        if (before != null) {
            throw new IllegalArgumentException("--map has the part '" + part + "' twice, for the columns '" + before
                    + "' and '" + column + "'; give it once");
        }
    }

    private static DateTimeFormatter formatter(String pattern) {
        try {
            return DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalArgumentException("--time-format is '" + pattern + "' (" + e.getMessage()
                    + "); use a pattern such as 'dd/MM/yyyy HH:mm:ss'");
        }
    }

    /**
     * Checks that a table has the columns.
     *
     * @throws IllegalArgumentException if one is missing; the message lists the columns of the table
     */
    public void requireIn(Set<String> columns) {
        Set<String> missing = new LinkedHashSet<>();
        Stream.concat(Stream.of(text, id, session, role, name, title, time, media, caption), metadata.stream())
                .filter(column -> column != null && !isIn(columns, column))
                .forEach(missing::add);
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("--map names the columns " + String.join(", ", missing)
                    + ", which the table does not have; "
                    + (columns.isEmpty() ? "it has no columns" : "its columns are " + String.join(", ", columns)));
        }
    }

    /** Tests whether a table has a column, or the object of which it is a field. */
    private static boolean isIn(Set<String> columns, String column) {
        int point = column.indexOf('.');
        return columns.contains(column) || point > 0 && columns.contains(column.substring(0, point));
    }
}

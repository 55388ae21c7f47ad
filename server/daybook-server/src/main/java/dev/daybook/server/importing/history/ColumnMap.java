package dev.daybook.server.importing.history;

import java.time.DateTimeException;
import java.time.format.DateTimeFormatter;
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
 * @param time the column of the time, or null
 * @param metadata the columns of the metadata
 * @param timeFormat the format of the time, or null: any usual form
 */
public record ColumnMap(
        String text,
        @Nullable String id,
        @Nullable String session,
        @Nullable String role,
        @Nullable String name,
        @Nullable String time,
        List<String> metadata,
        @Nullable DateTimeFormatter timeFormat) {

    private static final Pattern PLUS = Pattern.compile("\\+");

    private static final List<String> PARTS = List.of("id", "session", "role", "name", "text", "time", "metadata");

    /**
     * Reads a map of parts to columns; several columns of metadata are joined by {@code +}.
     *
     * @param timePattern a pattern of {@link DateTimeFormatter}, or null
     * @throws IllegalArgumentException if a part is unknown, the text is missing, or the pattern is invalid
     */
    public static ColumnMap of(Map<String, String> parts, @Nullable String timePattern) {
        for (String part : parts.keySet()) {
            if (!PARTS.contains(part)) {
                throw new IllegalArgumentException(
                        "--map has the part '" + part + "'; use some of " + String.join(", ", PARTS));
            }
        }
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
                parts.get("time"),
                metadata == null ? List.of() : PLUS.splitAsStream(metadata).toList(),
                timePattern == null ? null : formatter(timePattern));
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
        Stream.concat(Stream.of(text, id, session, role, name, time), metadata.stream())
                .filter(column -> column != null && !isIn(columns, column))
                .forEach(missing::add);
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("--map names the columns " + String.join(", ", missing)
                    + ", which the table does not have; its columns are " + String.join(", ", columns));
        }
    }

    /** Tests whether a table has a column, or the object of which it is a field. */
    private static boolean isIn(Set<String> columns, String column) {
        int point = column.indexOf('.');
        return columns.contains(column) || point > 0 && columns.contains(column.substring(0, point));
    }
}

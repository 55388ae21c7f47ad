package dev.daybook.internal.checks;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Times as texts. A text is ISO 8601 with seconds and offset, {@code +00:00} for UTC, microseconds if there
 * are any.
 */
public final class TimeText {

    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxxxx", Locale.ROOT);
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxxxx", Locale.ROOT);

    /** The place of the T in a text with a year of four digits. */
    private static final int END_OF_DAY = 10;

    private TimeText() {}

    public static String text(OffsetDateTime time) {
        return time.format(time.getNano() == 0 ? SECONDS : MICROSECONDS);
    }

    /** Reads ISO 8601 with an offset; null if a text is anything else. */
    public static @Nullable Instant instant(String text) {
        // Most metadata is no time, and an exception for each text would cost more than the rest of a search.
        if (text.length() <= END_OF_DAY || text.charAt(END_OF_DAY) != 'T') {
            return null;
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException notATime) {
            return null;
        }
    }
}

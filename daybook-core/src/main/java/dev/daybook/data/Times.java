package dev.daybook.data;

import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as they stand in texts: ISO 8601 with seconds and offset, {@code +00:00} for UTC, microseconds if
 * there are any. */
final class Times {

    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxxxx", Locale.ROOT);
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxxxx", Locale.ROOT);

    private Times() {}

    static String text(OffsetDateTime time) {
        return time.format(time.getNano() == 0 ? SECONDS : MICROSECONDS);
    }
}

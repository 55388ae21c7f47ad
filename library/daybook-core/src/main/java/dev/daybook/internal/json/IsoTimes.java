package dev.daybook.internal.json;

import dev.daybook.internal.checks.ShortenedText;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** Reads and formats times in ISO 8601 with a mandatory offset. */
public final class IsoTimes {

    private IsoTimes() {}

    /**
     * Reads a time.
     *
     * @param argument name of the argument, for the message
     * @throws IllegalArgumentException if it is no ISO 8601 time or has no offset
     */
    public static OffsetDateTime parse(String argument, String text) {
        try {
            return OffsetDateTime.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(argument + " is '" + ShortenedText.of(text, 60)
                    + "'; use ISO 8601 with date, time and offset, such as 2026-05-08T13:56:00Z or"
                    + " 2026-05-08T15:56:00+02:00");
        }
    }

    /**
     * Reads a time, or a day, which means its beginning in UTC: as a person types it.
     *
     * @param argument name of the argument, for the message
     * @throws IllegalArgumentException if it is neither
     */
    public static OffsetDateTime parseTimeOrDay(String argument, String text) {
        return parse(argument, text, LocalTime.MIN);
    }

    /** Reads a time or a day as {@link #parseTimeOrDay}; null stays null. */
    public static @Nullable Instant instantOrDay(String argument, @Nullable String text) {
        return text == null ? null : parseTimeOrDay(argument, text).toInstant();
    }

    /**
     * Reads the inclusive end of a range: a time, or a day, which means its last instant in UTC.
     *
     * @param argument name of the argument, for the message
     * @throws IllegalArgumentException if it is neither
     */
    public static OffsetDateTime parseEndOrDay(String argument, String text) {
        return parse(argument, text, LocalTime.MAX);
    }

    private static OffsetDateTime parse(String argument, String text, LocalTime ofDay) {
        try {
            return LocalDate.parse(text).atTime(ofDay).atOffset(ZoneOffset.UTC);
        } catch (DateTimeParseException noDay) {
            return parse(argument, text);
        }
    }

    /** Formats a time with seconds, and with its own offset. */
    public static String format(OffsetDateTime time) {
        return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
    }
}

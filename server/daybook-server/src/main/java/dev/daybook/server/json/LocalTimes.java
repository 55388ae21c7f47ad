package dev.daybook.server.json;

import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.JsonFields;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads times without an offset in one time zone, and counts them. Not thread-safe. */
public final class LocalTimes {

    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    /** 48 bits of milliseconds in ten characters of five bits: the first is 7 at the most. */
    private static final Pattern ULID = Pattern.compile("^(?:[a-z]++_)?[0-7][" + DIGITS + "]{25}");

    private static final int ULID_LENGTH = 26;
    private static final int TIME_LENGTH = 10;

    /** A clock that is wrong by a day is tolerated. */
    private static final Duration AHEAD = Duration.ofDays(1);

    private static final Pattern NUMBER = Pattern.compile("\\d{1,19}(\\.\\d{1,9})?");

    private static final Pattern DATE = Pattern.compile("\\d{4}([-/])\\d{2}\\1\\d{2}");

    private final ZoneId zone;
    private final Clock clock;
    private long withoutOffset;
    private long fromIds;
    private long unknown;
    private long unreadable;
    private long future;
    private long ofNeighbours;
    private long ofImport;

    public LocalTimes(ZoneId zone) {
        this(zone, Clock.systemUTC());
    }

    /**
     * @param clock tells times in the future
     */
    public LocalTimes(ZoneId zone, Clock clock) {
        this.zone = zone;
        this.clock = clock;
    }

    /**
     * Reads a time, with an offset or without.
     *
     * @param argument how the caller calls it, for the message
     * @throws IllegalArgumentException if it is neither
     */
    public OffsetDateTime parse(String argument, String text) {
        try {
            LocalDateTime local = LocalDateTime.parse(text.strip().replace(' ', 'T'));
            withoutOffset++;
            return local.atZone(zone).toOffsetDateTime();
        } catch (DateTimeException other) {
            return IsoTimes.parse(argument, text.strip().replace(' ', 'T'));
        }
    }

    /**
     * The time of a row that should say one: as the store in Chroma reads it. If it says none that can be read, the id
     * tells one if it is a ULID; else it is 1970, for it must not move with the time of reading.
     */
    public OffsetDateTime of(JsonFields row, String field, String id) {
        String text = row.get(field) instanceof String value ? value : "";
        try {
            return parse(field, text);
        } catch (IllegalArgumentException unreadable) {
            if (ULID.matcher(id).matches()) {
                fromIds++;
                return ofUlid(id.substring(id.length() - ULID_LENGTH));
            }
            return unknown();
        }
    }

    /** Returns 1970, and counts a row whose time is unknown. */
    public OffsetDateTime unknown() {
        unknown++;
        return Instant.EPOCH.atOffset(ZoneOffset.UTC);
    }

    /**
     * Reads a time in any usual form: ISO 8601 with an offset or without, a date, RFC 1123, or a number of seconds, milliseconds,
     * microseconds or nanoseconds since 1970, told apart by its size. Null if it is missing; null and counted if it is
     * unreadable or in the future.
     */
    public @Nullable OffsetDateTime anyForm(@Nullable Object value) {
        if (value == null || value.toString().isBlank()) {
            return null;
        }
        String text = value instanceof Number number
                ? new BigDecimal(number.toString()).toPlainString()
                : value.toString().strip();
        try {
            OffsetDateTime time = usual(text);
            if (time.toInstant().isAfter(clock.instant().plus(AHEAD))) {
                future++;
                return null;
            }
            return time;
        } catch (IllegalArgumentException | DateTimeException e) {
            unreadable++;
            return null;
        }
    }

    /**
     * Reads a time in a format; as {@link #anyForm(Object)} if there is none, or the value is empty.
     *
     * @param format the format of a date, with a time and an offset or without
     */
    public @Nullable OffsetDateTime anyForm(@Nullable Object value, @Nullable DateTimeFormatter format) {
        if (format == null || value == null || value.toString().isBlank()) {
            return anyForm(value);
        }
        try {
            TemporalAccessor time = format.parseBest(
                    value.toString().strip(), OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
            return anyForm(time instanceof LocalDate date ? date.atStartOfDay() : time);
        } catch (DateTimeException e) {
            unreadable++;
            return null;
        }
    }

    private OffsetDateTime usual(String text) {
        if (NUMBER.matcher(text).matches()) {
            return sinceEpoch(new BigDecimal(text));
        }
        if (DATE.matcher(text).matches()) {
            return parse("time", text.replace('/', '-') + "T00:00");
        }
        return Character.isLetter(text.charAt(0))
                ? OffsetDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                : parse("time", inIsoForm(text.replace('/', '-')));
    }

    private static String inIsoForm(String text) {
        return text.endsWith("UTC")
                ? text.substring(0, text.length() - "UTC".length()).stripTrailing() + "Z"
                : text;
    }

    private static OffsetDateTime sinceEpoch(BigDecimal number) {
        // A time in seconds has 12 digits in the year 5138, a time in milliseconds has them from 1973 to 5138.
        int wholeDigits = number.precision() - number.scale();
        int unit = wholeDigits < 12 ? 0 : wholeDigits < 15 ? 3 : wholeDigits < 18 ? 6 : 9;
        long micros = number.movePointRight(6 - unit)
                .setScale(0, RoundingMode.HALF_EVEN)
                .longValueExact();
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
    }

    /** Counts an entry whose time was missing: it has the time of the one before, or that of its import. */
    public void replaced(boolean byNeighbour) {
        if (byNeighbour) {
            ofNeighbours++;
        } else {
            ofImport++;
        }
    }

    private static OffsetDateTime ofUlid(String ulid) {
        long millis = ulid.substring(0, TIME_LENGTH)
                .chars()
                .mapToLong(DIGITS::indexOf)
                .reduce(0, (time, digit) -> time * DIGITS.length() + digit);
        return Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC);
    }

    /** Describes the assumed time zone for a report; empty if no time needed it. */
    public List<String> assumptions() {
        List<String> assumptions = new ArrayList<>();
        add(assumptions, withoutOffset, "without an offset, read as " + (zone.equals(ZoneOffset.UTC) ? "UTC" : zone));
        add(assumptions, fromIds, "missing, taken from the id");
        add(assumptions, unknown, "missing, set to 1970");
        add(assumptions, unreadable, "unreadable");
        add(assumptions, future, "in the future");
        add(assumptions, ofNeighbours, "missing, taken from the entry before");
        add(assumptions, ofImport, "missing, set to the time of the import");
        return assumptions;
    }

    private static void add(List<String> assumptions, long count, String what) {
        if (count > 0) {
            assumptions.add(count + (count == 1 ? " time " : " times ") + what);
        }
    }
}

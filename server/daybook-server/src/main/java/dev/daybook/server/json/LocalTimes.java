package dev.daybook.server.json;

import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.JsonFields;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads times without an offset in one time zone, and counts them. Not thread-safe. */
public final class LocalTimes {

    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    /** 48 bits of milliseconds in ten characters of five bits: the first is 7 at the most. */
    private static final Pattern ULID = Pattern.compile("^(?:[a-z]++_)?[0-7][" + DIGITS + "]{25}");

    private static final int ULID_LENGTH = 26;
    private static final int TIME_LENGTH = 10;

    private final ZoneId zone;
    private long withoutOffset;
    private long fromIds;
    private long unknown;

    public LocalTimes(ZoneId zone) {
        this.zone = zone;
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
            unknown++;
            return Instant.EPOCH.atOffset(ZoneOffset.UTC);
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
        return assumptions;
    }

    private static void add(List<String> assumptions, long count, String what) {
        if (count > 0) {
            assumptions.add(count + (count == 1 ? " time " : " times ") + what);
        }
    }
}

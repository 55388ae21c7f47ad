package dev.daybook.chroma;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the creation time of a ULID: its first ten characters are milliseconds since 1970 in Crockford's base 32. */
final class UlidTime {

    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    /** 48 bits in ten characters of five: the first is at most 7. */
    private static final Pattern ULID = Pattern.compile("^(?:[a-z]++_)?([0-7][" + DIGITS + "]{9})[" + DIGITS + "]{16}");

    private UlidTime() {}

    static Optional<OffsetDateTime> of(String id) {
        Matcher ulid = ULID.matcher(id);
        if (!ulid.matches()) {
            return Optional.empty();
        }
        long millis = 0;
        for (char digit : ulid.group(1).toCharArray()) {
            millis = millis * DIGITS.length() + DIGITS.indexOf(digit);
        }
        OffsetDateTime time = Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC);
        return time.getYear() <= 9999 ? Optional.of(time) : Optional.empty();
    }
}

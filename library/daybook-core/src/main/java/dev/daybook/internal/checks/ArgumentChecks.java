package dev.daybook.internal.checks;

import dev.daybook.error.RefusedTextException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Validates the arguments of the public API. Each message names the argument, the value and the remedy. */
public final class ArgumentChecks {

    /** The longest retention period in days: a century. */
    public static final int MAX_RETENTION_DAYS = 36_525;

    public static final int MAX_ID_LENGTH = 512;

    private static final Instant FIRST_TIME = Instant.parse("0001-01-01T00:00:00Z");

    /** The begin of the first year that other programs could not read. */
    private static final Instant END_OF_TIME = Instant.parse("+10000-01-01T00:00:00Z");

    private ArgumentChecks() {}

    /**
     * Checks an id: 1 to 512 code points, not blank, no control character, no lone surrogate. Any other text is
     * allowed.
     */
    public static String id(String argument, @Nullable String value) {
        if (value == null) {
            throw new IllegalArgumentException(
                    argument + " is null; give a text of 1 to " + MAX_ID_LENGTH + " characters");
        }
        if (value.isBlank()) {
            throw new IllegalArgumentException(
                    argument + " is blank; give a text of 1 to " + MAX_ID_LENGTH + " characters");
        }
        try {
            name(argument, value);
            return text(argument, value);
        } catch (RefusedTextException refused) {
            // The program chooses its ids; they are no texts of a user.
            throw new IllegalArgumentException(refused.getMessage(), refused);
        }
    }

    /**
     * Checks an optional name: at most as long as an id and without control characters; it may be empty.
     *
     * @throws RefusedTextException if it is longer or has a control character
     */
    public static void name(String argument, @Nullable String value) {
        if (value == null) {
            return;
        }
        length(argument, value);
        for (int i = 0; i < value.length(); i++) {
            if (Character.isISOControl(value.charAt(i))) {
                throw new RefusedTextException(String.format(
                        "%s has the control character U+%04X at index %d; remove it",
                        argument, (int) value.charAt(i), i));
            }
        }
    }

    /** Checks the length of a text: at most as many code points as an id has. */
    public static void length(String argument, String value) {
        int length = value.codePointCount(0, value.length());
        if (length > MAX_ID_LENGTH) {
            throw new RefusedTextException(argument + " has " + length + " characters; use at most " + MAX_ID_LENGTH);
        }
    }

    public static @Nullable String optionalId(String argument, @Nullable String value) {
        return value == null ? null : id(argument, value);
    }

    /**
     * Checks that a text can be encoded in UTF-8: not null, no lone surrogate.
     *
     * @throws RefusedTextException if it has a lone surrogate
     */
    public static String text(String argument, @Nullable String value) {
        if (value == null) {
            throw new IllegalArgumentException(argument + " is null; give a text, it may be empty");
        }
        int lone = EncodableText.loneSurrogate(value);
        if (lone >= 0) {
            throw new RefusedTextException(String.format(
                    "%s has the lone surrogate U+%04X at index %d, which UTF-8 cannot hold; remove or replace it",
                    argument, (int) value.charAt(lone), lone));
        }
        return value;
    }

    /** Checks that a text is not blank. */
    public static String filled(String argument, @Nullable String value) {
        if (text(argument, value).isBlank()) {
            throw new IllegalArgumentException(argument + " is blank; give a text with something in it");
        }
        return Objects.requireNonNull(value);
    }

    public static void confidence(double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("confidence is " + value + "; give a number from 0 to 1");
        }
    }

    public static @Nullable String optionalText(String argument, @Nullable String value) {
        return value == null ? null : text(argument, value);
    }

    /** Returns a copy of a list without null elements. */
    public static <T> List<T> list(String argument, @Nullable List<? extends @Nullable T> values) {
        return List.copyOf(NullChecks.all(argument, values));
    }

    /** Returns the values as a set: a value given twice counts once, and null is refused by name. */
    public static <T> Set<T> distinct(String argument, @Nullable Collection<? extends @Nullable T> values) {
        return Set.copyOf(NullChecks.all(argument, values));
    }

    /** Returns the values of a method with at least one. */
    public static <T> List<T> oneOrMore(String argument, @Nullable T first, T[] more) {
        List<@Nullable T> values = new ArrayList<>();
        values.add(first);
        values.addAll(Arrays.asList(NullChecks.present(argument, more)));
        return list(argument, values);
    }

    /**
     * Truncates a time to microseconds, the precision of every store; finer digits would be lost and never compare
     * equal.
     */
    public static OffsetDateTime time(String argument, @Nullable OffsetDateTime value) {
        return NullChecks.present(argument, value).truncatedTo(ChronoUnit.MICROS);
    }

    public static Instant time(String argument, @Nullable Instant value) {
        return NullChecks.present(argument, value).truncatedTo(ChronoUnit.MICROS);
    }

    /** Tests whether the year of a time in UTC is between 1 and 9999. */
    public static boolean isInYears(Instant time) {
        return !time.isBefore(FIRST_TIME) && time.isBefore(END_OF_TIME);
    }

    /**
     * Returns a stored time, or the nearest one that an argument may have: entries of earlier versions have times of any
     * year.
     */
    public static Instant nearest(Instant stored) {
        if (isInYears(stored)) {
            return stored;
        }
        return stored.isBefore(FIRST_TIME) ? FIRST_TIME : END_OF_TIME.minus(1, ChronoUnit.MICROS);
    }

    public static @Nullable Instant optionalTime(@Nullable Instant value) {
        return value == null ? null : time("time", value);
    }

    public static @Nullable OffsetDateTime optionalTime(String argument, @Nullable OffsetDateTime value) {
        return value == null ? null : time(argument, value);
    }

    /** Checks metadata: names to texts, numbers (as long or double) and booleans. */
    public static Map<String, Object> metadata(Map<String, ?> values) {
        return MetadataValues.copy(values);
    }

    /** Checks a retention period in days; null: none. */
    public static void retentionDays(@Nullable Integer days) {
        if (days != null && (days < 1 || days > MAX_RETENTION_DAYS)) {
            throw new IllegalArgumentException("retention is " + days + " days; give 1 to " + MAX_RETENTION_DAYS
                    + ", or none to keep the entries");
        }
    }
}

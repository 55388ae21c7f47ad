package dev.daybook.server.importing.memory;

import dev.daybook.internal.json.JsonFields;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Times stored as seconds since 1970, without their offset. */
final class EpochTime {

    private EpochTime() {}

    /**
     * Returns the time in UTC, rounded to the microsecond half to even, as Python does.
     *
     * @throws IllegalArgumentException if it is not a number, or its year is out of range
     */
    static OffsetDateTime of(String field, @Nullable Object seconds) {
        if (seconds instanceof Number number && Double.isFinite(number.doubleValue())) {
            try {
                long micros = new BigDecimal(number.doubleValue())
                        .movePointRight(6)
                        .setScale(0, RoundingMode.HALF_EVEN)
                        .longValueExact();
                return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC);
            } catch (ArithmeticException | DateTimeException e) {
                throw unreadable(field, seconds);
            }
        }
        throw unreadable(field, seconds);
    }

    private static IllegalArgumentException unreadable(String field, @Nullable Object seconds) {
        return new IllegalArgumentException("field '" + field + "' is " + JsonFields.typeOf(seconds)
                + "; a time in seconds since 1970 is needed, correct it at its source");
    }
}

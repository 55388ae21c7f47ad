package dev.daybook.server.importing;

import dev.daybook.json.Fields;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Times that a source keeps as a number of seconds since 1970; in which offset they were said is lost there. */
final class EpochTime {

    private EpochTime() {}

    /**
     * The time in UTC, to the microsecond, a tie to the even one: as Python reads it.
     *
     * @throws IllegalArgumentException if it is no number, or of no year that there is
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
        return new IllegalArgumentException("field '" + field + "' is " + Fields.typeOf(seconds)
                + "; a time in seconds since 1970 is needed, mend it at its source");
    }
}

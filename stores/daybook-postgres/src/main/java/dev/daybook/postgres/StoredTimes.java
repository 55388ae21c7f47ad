package dev.daybook.postgres;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Converts instants to microseconds since 1970. */
final class StoredTimes {

    private static final long MICROS = 1_000_000;

    private StoredTimes() {}

    /**
     * Returns the microseconds since 1970. {@link ChronoUnit#MICROS} of Java 17 would count nanoseconds first, of which a
     * long holds 292 years only.
     */
    static long micros(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), MICROS), time.getNano() / 1_000);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}

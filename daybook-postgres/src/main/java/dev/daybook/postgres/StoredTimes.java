package dev.daybook.postgres;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Converts instants to microseconds since 1970. */
final class StoredTimes {

    private StoredTimes() {}

    static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}

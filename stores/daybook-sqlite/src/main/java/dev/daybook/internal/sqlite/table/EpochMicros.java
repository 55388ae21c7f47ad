package dev.daybook.internal.sqlite.table;

import java.time.Instant;

/** Converts instants to microseconds since 1970; a long holds 292,000 years in both directions. */
public final class EpochMicros {

    private static final long MICROS = 1_000_000;

    private EpochMicros() {}

    public static long micros(Instant time) {
        try {
            return Math.addExact(Math.multiplyExact(time.getEpochSecond(), MICROS), time.getNano() / 1_000);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("time is " + time + "; use one between the years -290000 and 290000", e);
        }
    }

    public static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1_000);
    }
}

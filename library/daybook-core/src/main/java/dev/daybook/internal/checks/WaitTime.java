package dev.daybook.internal.checks;

import java.time.Duration;

/** The nanoseconds of a duration that a caller is ready to wait. */
public final class WaitTime {

    /** Some 73 years: a sum with {@link System#nanoTime} stays far from an overflow. */
    private static final Duration MAX_WAIT = Duration.ofNanos(Long.MAX_VALUE / 4);

    private WaitTime() {}

    /** Returns the nanoseconds; a longer wait than 73 years, such as {@code ChronoUnit.FOREVER}, is one of 73 years. */
    public static long nanos(Duration wait) {
        return wait.compareTo(MAX_WAIT) < 0 ? wait.toNanos() : MAX_WAIT.toNanos();
    }
}

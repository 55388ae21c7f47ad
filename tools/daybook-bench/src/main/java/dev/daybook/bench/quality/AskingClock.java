package dev.daybook.bench.quality;

import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The clock of an evaluation: the time of the data while a question is asked, since "last week" refers to it, and the time
 * of the machine otherwise. Thread-safe.
 */
public final class AskingClock extends Clock {

    private volatile @Nullable OffsetDateTime time;

    /** Stops at a time; null: goes with the machine. */
    void stopAt(@Nullable OffsetDateTime time) {
        this.time = time;
    }

    @Override
    public ZoneId getZone() {
        OffsetDateTime stopped = time;
        return stopped == null ? ZoneOffset.UTC : stopped.getOffset();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return Clock.fixed(instant(), zone);
    }

    @Override
    public Instant instant() {
        OffsetDateTime stopped = time;
        return stopped == null ? Clock.systemUTC().instant() : stopped.toInstant();
    }
}

package dev.daybook.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until it is moved, also backwards. Thread-safe; a clock made of it by {@link #withZone}
 * shows the same time.
 */
public final class FixedClock extends Clock {

    private final AtomicReference<Instant> now;
    private final ZoneId zone;

    private FixedClock(AtomicReference<Instant> now, ZoneId zone) {
        this.now = now;
        this.zone = zone;
    }

    /** A clock that shows a time; its zone is the offset of that time. */
    public static FixedClock at(OffsetDateTime time) {
        return new FixedClock(new AtomicReference<>(time.toInstant()), time.getOffset());
    }

    /** Moves it by a duration, which may be negative. */
    public void advance(Duration duration) {
        now.updateAndGet(time -> time.plus(duration));
    }

    /** Sets it to a time; its zone stays. */
    public void set(OffsetDateTime time) {
        now.set(time.toInstant());
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public FixedClock withZone(ZoneId zone) {
        return new FixedClock(now, zone);
    }
}

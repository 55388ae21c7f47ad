package dev.daybook.internal.embedded;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until it is moved. */
public final class SettableClock extends Clock {

    private volatile Instant now;

    public SettableClock(String start) {
        this.now = Instant.parse(start);
    }

    /** Moves the clock by a duration, which may be negative. Only one thread moves it. */
    public void advance(Duration duration) {
        now = now.plus(duration);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public Instant instant() {
        return now;
    }
}

package dev.daybook.replay;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until it is moved, also backwards; in UTC. Thread-safe. */
final class ScriptedClock extends Clock {

    private volatile Instant now;

    ScriptedClock(Instant now) {
        this.now = now;
    }

    void set(Instant time) {
        now = time;
    }

    void advance(Duration duration) {
        now = now.plus(duration);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return Clock.fixed(now, zone);
    }
}

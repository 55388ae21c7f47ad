package dev.daybook.internal.index;

import java.time.Instant;

/** The times of the first and last episode of a session, and the number of its episodes, without a read of a body. */
public record SessionActivity(Instant first, Instant last, long episodes) {

    public static SessionActivity at(Instant time) {
        return new SessionActivity(time, time, 1);
    }

    /** Returns the activity with one more episode. */
    public SessionActivity and(Instant time) {
        return new SessionActivity(time.isBefore(first) ? time : first, time.isAfter(last) ? time : last, episodes + 1);
    }
}

package dev.daybook.recall;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** The times of the first and last episode of a session, and the number of its episodes, without a read of a body. */
public record SessionActivity(Instant first, Instant last, long episodes) {

    static SessionActivity at(Instant time) {
        return new SessionActivity(time, time, 1);
    }

    /** Returns the activity with one more episode. */
    SessionActivity and(Instant time) {
        return new SessionActivity(time.isBefore(first) ? time : first, time.isAfter(last) ? time : last, episodes + 1);
    }

    /** Returns the sessions of a scope by id. Entries without a session are left out. */
    static Map<String, SessionActivity> of(ScopeIndex scopeIndex) {
        Map<String, SessionActivity> sessions = new LinkedHashMap<>();
        for (int number = 0; number < scopeIndex.slots().size(); number++) {
            EntrySlot slot = scopeIndex.slots().get(number);
            String session = slot.session();
            if (session != null && scopeIndex.isLive(number)) {
                Instant time = slot.row().time();
                sessions.merge(session, at(time), (known, unused) -> known.and(time));
            }
        }
        return sessions;
    }
}

package dev.daybook.server.mcp;

import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.NotFoundException;
import dev.daybook.server.problem.OverloadedException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The MCP sessions that are open in this process, and the limit of them for each key. A session counts until it is
 * ended or has been idle for the session timeout. One that is not open here, because it began at another server or was
 * idle, is opened again. Thread-safe.
 */
final class OpenSessions {

    /**
     * A crashed client leaves its session behind for hours, and a client restarted every minute must not lock itself
     * out; a thousand sessions take some megabytes.
     */
    static final int MAX = 1_000;

    private static final int RETRY_SECONDS = 60;

    private final Duration longestIdle;
    private final Clock clock;
    private final Map<String, KeySessions> byKey = new HashMap<>();

    /**
     * The sessions of a key.
     *
     * @param open the last use of each
     * @param ended the last ended ids, at most {@link #MAX}, oldest first
     */
    private record KeySessions(Map<String, Instant> open, Set<String> ended) {}

    OpenSessions(Duration longestIdle, Clock clock) {
        this.longestIdle = longestIdle;
        this.clock = clock;
    }

    /**
     * Checks that a caller may open another session.
     *
     * @throws OverloadedException if they have too many
     */
    synchronized void requireRoom(AuthenticatedCaller caller) {
        Instant oldest = clock.instant().minus(longestIdle);
        Map<String, Instant> open = sessions(caller).open();
        open.values().removeIf(used -> used.isBefore(oldest));
        if (open.size() >= MAX) {
            throw new OverloadedException(
                    "this key has " + MAX + " MCP sessions open, the maximum; end some with DELETE, or reuse one",
                    RETRY_SECONDS);
        }
    }

    synchronized void begun(AuthenticatedCaller caller, String id) {
        sessions(caller).open().put(id, clock.instant());
    }

    /**
     * Marks a session as used.
     *
     * @throws NotFoundException if it was ended here
     * @throws OverloadedException if it is not open here and the caller has too many
     */
    synchronized void used(AuthenticatedCaller caller, String id) {
        KeySessions sessions = sessions(caller);
        requireNotEnded(sessions, id);
        Instant used = sessions.open().get(id);
        if (used == null || used.isBefore(clock.instant().minus(longestIdle))) {
            requireRoom(caller);
        }
        begun(caller, id);
    }

    /**
     * Ends a session: this process refuses its id from now on.
     *
     * @throws NotFoundException if it was ended here before
     */
    synchronized void ended(AuthenticatedCaller caller, String id) {
        KeySessions sessions = sessions(caller);
        requireNotEnded(sessions, id);
        sessions.ended().add(id);
        if (sessions.ended().size() > MAX) {
            Iterator<String> oldest = sessions.ended().iterator();
            oldest.next();
            oldest.remove();
        }
        sessions.open().remove(id);
    }

    private static void requireNotEnded(KeySessions sessions, String id) {
        if (sessions.ended().contains(id)) {
            throw new NotFoundException(SessionIds.NO_SESSION);
        }
    }

    private KeySessions sessions(AuthenticatedCaller caller) {
        String key = caller.key() == null ? "" : caller.key().id();
        return byKey.computeIfAbsent(key, first -> new KeySessions(new HashMap<>(), new LinkedHashSet<>()));
    }
}

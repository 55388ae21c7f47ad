package dev.daybook.server.mcp;

import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.NotFoundException;
import dev.daybook.server.problem.OverloadedException;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

    /** @param transportId the id by which the SDK knows the session */
    private record OpenSession(Instant used, String transportId) {}

    /** @param ended the last ended ids, at most {@link #MAX}, oldest first */
    private record KeySessions(Map<String, OpenSession> open, Set<String> ended) {}

    /** Opens a session in the SDK and returns its id there. */
    interface Opening {
        String open() throws ServletException, IOException;
    }

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
        Map<String, OpenSession> open = sessions(caller).open();
        open.values().removeIf(each -> each.used().isBefore(oldest));
        if (open.size() >= MAX) {
            throw new OverloadedException(
                    "this key has " + MAX + " MCP sessions open, the maximum; end some with DELETE, or reuse one",
                    RETRY_SECONDS);
        }
    }

    synchronized void begun(AuthenticatedCaller caller, String id, String transportId) {
        sessions(caller).open().put(id, new OpenSession(clock.instant(), transportId));
    }

    /**
     * Returns the SDK's id of a session and marks it as used. Calls wait for each other here, so that two of one
     * session open it once.
     *
     * @param opening called if the session is not open here
     * @throws NotFoundException if it was ended here
     * @throws OverloadedException if it is not open here and the caller has too many
     */
    synchronized String transportId(AuthenticatedCaller caller, String id, Opening opening)
            throws ServletException, IOException {
        KeySessions sessions = sessions(caller);
        requireNotEnded(sessions, id);
        OpenSession open = sessions.open().get(id);
        if (open == null || open.used().isBefore(clock.instant().minus(longestIdle))) {
            requireRoom(caller);
            open = new OpenSession(clock.instant(), opening.open());
        }
        sessions.open().put(id, new OpenSession(clock.instant(), open.transportId()));
        return open.transportId();
    }

    /**
     * Ends a session: this process refuses its id from now on.
     *
     * @return the SDK's id of the session; null if it is not open here
     * @throws NotFoundException if it was ended here before
     */
    synchronized @Nullable String ended(AuthenticatedCaller caller, String id) {
        KeySessions sessions = sessions(caller);
        requireNotEnded(sessions, id);
        sessions.ended().add(id);
        if (sessions.ended().size() > MAX) {
            Iterator<String> oldest = sessions.ended().iterator();
            oldest.next();
            oldest.remove();
        }
        OpenSession open = sessions.open().remove(id);
        return open == null ? null : open.transportId();
    }

    private static void requireNotEnded(KeySessions sessions, String id) {
        if (sessions.ended().contains(id)) {
            throw new NotFoundException(SessionResponse.NO_SESSION);
        }
    }

    private KeySessions sessions(AuthenticatedCaller caller) {
        String key = caller.key() == null ? "" : caller.key().id();
        return byKey.computeIfAbsent(key, first -> new KeySessions(new HashMap<>(), new LinkedHashSet<>()));
    }
}

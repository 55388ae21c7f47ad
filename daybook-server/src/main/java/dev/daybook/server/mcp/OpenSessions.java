package dev.daybook.server.mcp;

import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.OverloadedException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits the open MCP sessions of each key. A session counts until it is ended or has been idle for the session
 * timeout. Thread-safe.
 */
final class OpenSessions {

    /**
     * A crashed client leaves its session behind for hours, and a client restarted every minute must not lock itself
     * out; a thousand sessions take some megabytes.
     */
    static final int MOST = 1_000;

    private static final int RETRY_SECONDS = 60;

    private final Duration longestIdle;
    private final Clock clock;
    private final Map<String, LinkedHashMap<String, OpenSession>> byKey = new HashMap<>();

    /** @param memorySession the memory session of calls that name none */
    private record OpenSession(Instant used, String memorySession) {}

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
        Map<String, OpenSession> open = open(caller);
        open.values().removeIf(each -> each.used().isBefore(oldest));
        if (open.size() >= MOST) {
            throw new OverloadedException(
                    "this key has " + MOST + " MCP sessions open, the maximum; end some with DELETE, or reuse one",
                    RETRY_SECONDS);
        }
    }

    /** @param previous the client's former session, whose memory session continues; null: none */
    synchronized void begun(AuthenticatedCaller caller, String session, @Nullable String previous) {
        String memorySession = previous == null ? ConnectionSession.begun(clock) : memorySession(caller, previous);
        open(caller).put(session, new OpenSession(clock.instant(), memorySession));
    }

    /** Returns the memory session of an MCP session; an expired one gets a new session for this call. */
    synchronized String memorySession(AuthenticatedCaller caller, String session) {
        OpenSession open = open(caller).get(session);
        return open == null ? ConnectionSession.begun(clock) : open.memorySession();
    }

    /** Marks a session as used, unless it has expired. */
    synchronized void used(AuthenticatedCaller caller, String session) {
        open(caller).computeIfPresent(session, (id, open) -> new OpenSession(clock.instant(), open.memorySession()));
    }

    synchronized void ended(AuthenticatedCaller caller, String session) {
        open(caller).remove(session);
    }

    private Map<String, OpenSession> open(AuthenticatedCaller caller) {
        String key = caller.key() == null ? "" : caller.key().id();
        return byKey.computeIfAbsent(key, first -> new LinkedHashMap<>());
    }
}

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
 * Limits the open MCP sessions of each key. A session counts until it is ended or has been idle for the session timeout.
 * Thread-safe.
 */
final class OpenSessions {

    /**
     * A crashed client leaves its session behind for hours, and a client restarted every minute must not lock itself out; a
     * thousand sessions take some megabytes.
     */
    static final int MOST = 1_000;

    private static final int RETRY_SECONDS = 60;

    private final Duration longestIdle;
    private final Clock clock;
    private final Map<String, LinkedHashMap<String, Open>> byKey = new HashMap<>();

    /** @param conversation the memory session of calls that name none */
    private record Open(Instant used, String conversation) {}

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
        Map<String, Open> open = open(caller);
        open.values().removeIf(each -> each.used().isBefore(oldest));
        if (open.size() >= MOST) {
            throw new OverloadedException(
                    "this key has " + MOST + " MCP sessions open, the maximum; end some with DELETE, or reuse one",
                    RETRY_SECONDS);
        }
    }

    /** @param previous the client's former session, whose memory session continues; null: none */
    synchronized void begun(AuthenticatedCaller caller, String session, @Nullable String previous) {
        String conversation = previous == null ? ConnectionSession.begun(clock) : conversation(caller, previous);
        open(caller).put(session, new Open(clock.instant(), conversation));
    }

    /** Returns the memory session of an MCP session; an expired one gets a new session for this call. */
    synchronized String conversation(AuthenticatedCaller caller, String session) {
        Open open = open(caller).get(session);
        return open == null ? ConnectionSession.begun(clock) : open.conversation();
    }

    /** Marks a session as used, unless it has expired. */
    synchronized void used(AuthenticatedCaller caller, String session) {
        open(caller).computeIfPresent(session, (id, open) -> new Open(clock.instant(), open.conversation()));
    }

    synchronized void ended(AuthenticatedCaller caller, String session) {
        open(caller).remove(session);
    }

    private Map<String, Open> open(AuthenticatedCaller caller) {
        String key = caller.key() == null ? "" : caller.key().id();
        return byKey.computeIfAbsent(key, first -> new LinkedHashMap<>());
    }
}

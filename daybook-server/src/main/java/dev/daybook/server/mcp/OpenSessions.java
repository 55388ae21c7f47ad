package dev.daybook.server.mcp;

import dev.daybook.server.keys.Caller;
import dev.daybook.server.problem.Limited;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions each key has open, so that no client opens them without end. A session counts until it is ended, or as long
 * as one that does nothing is kept. Thread-safe.
 */
final class OpenSessions {

    /**
     * A client that crashes leaves its session behind for hours, and one that is started anew every minute all day long must
     * not lock itself out; a thousand take some megabytes.
     */
    static final int MOST = 1_000;

    private static final int RETRY_SECONDS = 60;

    private final Duration longestIdle;
    private final Clock clock;
    private final Map<String, LinkedHashMap<String, Open>> byKey = new HashMap<>();

    /** @param conversation where what it writes goes that names none */
    private record Open(Instant used, String conversation) {}

    OpenSessions(Duration longestIdle, Clock clock) {
        this.longestIdle = longestIdle;
        this.clock = clock;
    }

    /**
     * Checks that a caller may open one more.
     *
     * @throws Limited if they have too many
     */
    synchronized void requireRoom(Caller caller) {
        Instant oldest = clock.instant().minus(longestIdle);
        Map<String, Open> open = open(caller);
        open.values().removeIf(each -> each.used().isBefore(oldest));
        if (open.size() >= MOST) {
            throw new Limited(
                    "this key has " + MOST
                            + " MCP sessions open, and may have no more; end some with DELETE, or use one" + " again",
                    RETRY_SECONDS);
        }
    }

    /** @param previous the session that the client had before, whose conversation goes on; null: it had none */
    synchronized void begun(Caller caller, String session, @Nullable String previous) {
        String conversation = previous == null ? ConnectionSession.begun(clock) : conversation(caller, previous);
        open(caller).put(session, new Open(clock.instant(), conversation));
    }

    /** The conversation of a session. One that is not known any more gets one for this call. */
    synchronized String conversation(Caller caller, String session) {
        Open open = open(caller).get(session);
        return open == null ? ConnectionSession.begun(clock) : open.conversation();
    }

    /** One that is not known any more stays so. */
    synchronized void used(Caller caller, String session) {
        open(caller).computeIfPresent(session, (id, open) -> new Open(clock.instant(), open.conversation()));
    }

    synchronized void ended(Caller caller, String session) {
        open(caller).remove(session);
    }

    private Map<String, Open> open(Caller caller) {
        String key = caller.key() == null ? "" : caller.key().id();
        return byKey.computeIfAbsent(key, first -> new LinkedHashMap<>());
    }
}

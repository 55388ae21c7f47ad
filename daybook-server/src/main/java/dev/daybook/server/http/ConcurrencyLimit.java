package dev.daybook.server.http;

import dev.daybook.server.problem.Limited;
import java.util.HashMap;
import java.util.Map;

/** How many calls of a kind may be under way at once, in all and of each key. Thread-safe. */
final class ConcurrencyLimit {

    private final String what;
    private final int most;
    private final int mostOfKey;
    private final int retrySeconds;
    private final Map<String, Integer> underWay = new HashMap<>();
    private int all;

    /**
     * A limit.
     *
     * @param what the calls, such as {@code exports}
     * @param mostOfKey of one key: less than all, so that no key keeps the others out
     */
    ConcurrencyLimit(String what, int most, int mostOfKey, int retrySeconds) {
        this.what = what;
        this.most = most;
        this.mostOfKey = mostOfKey;
        this.retrySeconds = retrySeconds;
    }

    /** A place, until it is closed. */
    interface Place extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Takes a place.
     *
     * @param key the id of the caller's key; empty for callers without one
     * @throws Limited if there is none
     */
    synchronized Place take(String key) {
        int own = underWay.getOrDefault(key, 0);
        if (all >= most || own >= mostOfKey) {
            throw new Limited(
                    "there are " + (own >= mostOfKey ? own + " " + what + " of this key" : all + " " + what)
                            + " already; try again in " + retrySeconds + " s",
                    retrySeconds);
        }
        all++;
        underWay.put(key, own + 1);
        return () -> leave(key);
    }

    private synchronized void leave(String key) {
        all--;
        underWay.computeIfPresent(key, (same, own) -> own == 1 ? null : own - 1);
    }
}

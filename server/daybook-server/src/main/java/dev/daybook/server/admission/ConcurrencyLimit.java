package dev.daybook.server.admission;

import dev.daybook.server.problem.OverloadedException;
import java.util.HashMap;
import java.util.Map;

/** A limit for concurrent calls of a kind, in total and for each key. Thread-safe. */
public final class ConcurrencyLimit {

    private final String calls;
    private final int most;
    private final int mostOfKey;
    private final int retrySeconds;
    private final Map<String, Integer> underWay = new HashMap<>();
    private int all;

    /**
     * Creates a limit.
     *
     * @param calls name of the calls, such as {@code exports}
     * @param mostOfKey limit for each key: below the total, so that no key can exclude the others
     */
    public ConcurrencyLimit(String calls, int most, int mostOfKey, int retrySeconds) {
        this.calls = calls;
        this.most = most;
        this.mostOfKey = mostOfKey;
        this.retrySeconds = retrySeconds;
    }

    /** A permit, held until it is closed. */
    public interface CallPermit extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Acquires a permit.
     *
     * @param key the id of the caller's key; empty for callers without one
     * @throws OverloadedException if the limit is reached
     */
    public synchronized CallPermit take(String key) {
        int own = underWay.getOrDefault(key, 0);
        if (all >= most || own >= mostOfKey) {
            throw new OverloadedException(
                    "the limit of concurrent " + calls + " is reached: "
                            + (own >= mostOfKey ? own + " of this key" : all + " in total")
                            + "; retry in " + retrySeconds + " s",
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

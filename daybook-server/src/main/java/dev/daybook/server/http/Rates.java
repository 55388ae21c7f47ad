package dev.daybook.server.http;

import dev.daybook.server.problem.Limited;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * How many calls a second each key may make. A bucket for each key holds so many as one second allows and is filled evenly;
 * a call takes one out, or is refused (the token bucket of J. Turner, 1986). Thread-safe.
 */
final class Rates {

    private static final double NANOS = 1e9;

    private final int perSecond;
    private final LongSupplier nanoTime;

    /** As many as there are keys: who has none that is good does not come here. */
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

    /**
     * @param perSecond 0: no limit
     * @param nanoTime as {@link System#nanoTime}
     */
    Rates(int perSecond, LongSupplier nanoTime) {
        this.perSecond = perSecond;
        this.nanoTime = nanoTime;
    }

    private static final class Bucket {
        private double calls;
        private long filled;

        Bucket(double calls, long filled) {
            this.calls = calls;
            this.filled = filled;
        }
    }

    /**
     * Counts a call.
     *
     * @param key the id of a key
     * @throws Limited if the key has made too many
     */
    void take(String key) {
        if (perSecond == 0) {
            return;
        }
        Bucket bucket = buckets.computeIfAbsent(key, first -> new Bucket(perSecond, nanoTime.getAsLong()));
        synchronized (bucket) {
            long now = nanoTime.getAsLong();
            bucket.calls = Math.min(perSecond, bucket.calls + (now - bucket.filled) / NANOS * perSecond);
            bucket.filled = now;
            if (bucket.calls < 1) {
                throw new Limited(
                        "this key may make " + perSecond + " calls a second, and has made more; ask again in 1 s", 1);
            }
            bucket.calls--;
        }
    }
}

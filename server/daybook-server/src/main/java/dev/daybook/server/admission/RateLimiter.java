package dev.daybook.server.admission;

import dev.daybook.server.problem.OverloadedException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rate limit of each key, in calls per second: a token bucket (J. Turner, 1986) with the capacity of one second,
 * filled evenly; a call takes a token or is refused. Thread-safe.
 */
final class RateLimiter {

    private static final double NANOS = 1e9;

    private final int perSecond;
    private final LongSupplier nanoTime;

    /** Bounded by the number of keys: invalid keys are refused before. */
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

    /**
     * @param perSecond limit of a key without its own; 0: none
     * @param nanoTime as {@link System#nanoTime}
     */
    RateLimiter(int perSecond, LongSupplier nanoTime) {
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
     * Counts a call of a key.
     *
     * @param key the id of a key
     * @param own the rate limit of this key; null: that of all keys
     * @throws OverloadedException if the key exceeds its rate limit
     */
    void take(String key, @Nullable Integer own) {
        int limit = own == null ? perSecond : own;
        if (limit == 0) {
            return;
        }
        Bucket bucket = buckets.computeIfAbsent(key, first -> new Bucket(limit, nanoTime.getAsLong()));
        synchronized (bucket) {
            long now = nanoTime.getAsLong();
            bucket.calls = Math.min(limit, bucket.calls + (now - bucket.filled) / NANOS * limit);
            bucket.filled = now;
            if (bucket.calls < 1) {
                throw new OverloadedException(
                        "rate limit exceeded: this key may make " + limit + " calls a second; retry in 1 s", 1);
            }
            bucket.calls--;
        }
    }
}

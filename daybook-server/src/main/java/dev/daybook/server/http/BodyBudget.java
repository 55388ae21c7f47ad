package dev.daybook.server.http;

import dev.daybook.server.problem.OverloadedException;
import dev.daybook.server.problem.TooLargeException;
import java.util.HashMap;
import java.util.Map;

/**
 * The heap budget for the bodies of all calls in progress, from reading to the answer. A body counts with its parsed
 * size, not with its size on the wire. One key can take most of the budget, never all. Thread-safe.
 */
final class BodyBudget {

    /** The remaining heap is for scope indexes and for the work of the calls. */
    private static final int SHARE_OF_HEAP = 4;

    private static final int RETRY_SECONDS = 1;

    private final long most;
    private final long mostOfKey;
    private final Map<String, Long> byKey = new HashMap<>();
    private long taken;

    /**
     * A budget.
     *
     * @param heap maximum heap in bytes
     */
    BodyBudget(long heap) {
        most = heap / SHARE_OF_HEAP;
        mostOfKey = most / 4 * 3;
    }

    /** Returns the size of the largest body that can ever fit. */
    long largestBody() {
        return BodyCost.REST.bytesIn(mostOfKey);
    }

    /** The share of one call; closed with the call. */
    final class BodyReservation implements AutoCloseable {
        private final String key;
        private long bytes;

        private BodyReservation(String key) {
            this.key = key;
        }

        /**
         * Reserves more.
         *
         * @throws OverloadedException if the budget is exhausted now
         * @throws TooLargeException if the size exceeds the whole budget
         */
        void take(long more) {
            BodyBudget.this.take(this, more);
        }

        @Override
        public void close() {
            giveBack(this);
        }
    }

    /**
     * Opens an empty share of a call.
     *
     * @param key the id of the caller's key; empty for callers without one
     */
    BodyReservation open(String key) {
        return new BodyReservation(key);
    }

    /** Returns the number of keys with bodies in progress. */
    synchronized int keys() {
        return byKey.size();
    }

    private synchronized void take(BodyReservation share, long more) {
        if (share.bytes + more > mostOfKey) {
            throw new TooLargeException("the body would take more than " + mostOfKey
                    + " bytes of heap when parsed, the maximum; send less at a time");
        }
        long own = byKey.getOrDefault(share.key, 0L);
        if (taken + more > most || own + more > mostOfKey) {
            throw new OverloadedException(
                    "server overloaded: the request bodies in progress use their whole heap budget; retry in "
                            + RETRY_SECONDS + " s",
                    RETRY_SECONDS);
        }
        taken += more;
        share.bytes += more;
        byKey.put(share.key, own + more);
    }

    private synchronized void giveBack(BodyReservation share) {
        taken -= share.bytes;
        byKey.computeIfPresent(share.key, (key, own) -> own <= share.bytes ? null : own - share.bytes);
        share.bytes = 0;
    }
}

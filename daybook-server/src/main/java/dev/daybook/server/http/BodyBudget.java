package dev.daybook.server.http;

import dev.daybook.server.problem.Limited;
import dev.daybook.server.problem.TooLarge;
import java.util.HashMap;
import java.util.Map;

/**
 * How much of the heap the bodies of all calls under way may take together, from before they are read until their calls are
 * answered. A body counts as what it takes when it is parsed, not as what was sent. One key gets most of it, never all.
 * Thread-safe.
 */
final class BodyBudget {

    /** What a body is worth while it is handled: its bytes, its text, and the texts in it. */
    static final int HEAP_BYTES_PER_BYTE = 4;

    /** What remains of the heap is for the store's images and for what the calls do with their bodies. */
    private static final int SHARE_OF_HEAP = 4;

    private static final int RETRY_SECONDS = 1;

    private final long most;
    private final long mostOfKey;
    private final Map<String, Long> byKey = new HashMap<>();
    private long taken;

    /**
     * A budget.
     *
     * @param heap the most bytes of the heap
     */
    BodyBudget(long heap) {
        most = heap / SHARE_OF_HEAP;
        mostOfKey = most / 4 * 3;
    }

    /** The most bytes that a body can have so that it ever fits. */
    long largestBody() {
        return mostOfKey / HEAP_BYTES_PER_BYTE;
    }

    /** What one call has taken of the budget; closed when the call is over. */
    final class Share implements AutoCloseable {
        private final String key;
        private long bytes;

        private Share(String key) {
            this.key = key;
        }

        /**
         * Takes more.
         *
         * @throws Limited if it is not there now
         * @throws TooLarge if it never can be
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
     * Opens the share of a call, which has nothing yet.
     *
     * @param key the id of the caller's key; empty for callers without one
     */
    Share open(String key) {
        return new Share(key);
    }

    private synchronized void take(Share share, long more) {
        if (share.bytes + more > mostOfKey) {
            throw new TooLarge("the body would take more than " + mostOfKey
                    + " bytes of memory when it is read, which is the most here; send less at a time");
        }
        long own = byKey.getOrDefault(share.key, 0L);
        if (taken + more > most || own + more > mostOfKey) {
            throw new Limited(
                    "the bodies under way take all the memory there is for them; ask again in " + RETRY_SECONDS + " s",
                    RETRY_SECONDS);
        }
        taken += more;
        share.bytes += more;
        byKey.put(share.key, own + more);
    }

    private synchronized void giveBack(Share share) {
        taken -= share.bytes;
        byKey.computeIfPresent(share.key, (key, own) -> own <= share.bytes ? null : own - share.bytes);
        share.bytes = 0;
    }
}

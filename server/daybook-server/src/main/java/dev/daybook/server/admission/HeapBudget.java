package dev.daybook.server.admission;

import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.server.problem.OverloadedException;
import dev.daybook.server.problem.TooLargeException;
import java.util.HashMap;
import java.util.Map;

/**
 * The heap budget for the bodies and the answers of all calls in progress, from reading to the end of the call. A body
 * counts with its parsed size, not with its size on the wire; an answer with the entries that are read for it and with its
 * JSON. One key can take most of the budget, never all. Thread-safe.
 */
public final class HeapBudget {

    /** The remaining heap is for scope indexes and for the work of the calls. */
    private static final int SHARE_OF_HEAP = 4;

    /** A page ends at this part of the budget, so that several are read at once. */
    private static final int SHARE_OF_PAGE = 8;

    /**
     * A body takes its bytes, its text, and the texts in it; a character outside of Latin-1 makes a text twice as long. It
     * is reserved before the body is read, so it is the most that a body can take.
     */
    private static final int HEAP_PER_BYTE = 4;

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
    public HeapBudget(long heap) {
        most = heap / SHARE_OF_HEAP;
        mostOfKey = most / 4 * 3;
    }

    /** Returns the size of the largest body that can ever fit. */
    public long largestBody() {
        return mostOfKey / HEAP_PER_BYTE;
    }

    /** Returns the heap at which a page of entries ends. */
    public long page() {
        return most / SHARE_OF_PAGE;
    }

    /** The share of one call; closed with the call. What it takes by itself is for the answer. */
    public final class CallReservation implements HeapReservation, AutoCloseable {
        private final String key;
        private long bytes;

        private CallReservation(String key) {
            this.key = key;
        }

        /**
         * Reserves heap for bytes of the body.
         *
         * @throws OverloadedException if the budget is exhausted now
         * @throws TooLargeException if the size exceeds the whole budget
         */
        public void takeBytes(long more) {
            takeBody(HEAP_PER_BYTE * more);
        }

        /** Reserves heap for the parts of a JSON text, besides its bytes, as {@link #takeBytes}. */
        public void takeParts(String json) {
            takeBody(JsonCost.of(json));
        }

        void takeParts(byte[] json) {
            takeBody(JsonCost.of(json));
        }

        private void takeBody(long more) {
            HeapBudget.this.take(
                    this,
                    more,
                    "the body would take more than %d bytes of heap when parsed, the maximum;"
                            + " send less at a time");
        }

        /** Reserves heap for the answer, as {@link #takeBytes}. */
        @Override
        public void take(long more) {
            HeapBudget.this.take(
                    this,
                    more,
                    "the answer would take more than %d bytes of heap, the maximum; ask for less at a time with a"
                            + " smaller limit, or read the whole scope with 'GET …/export'");
        }

        @Override
        public void giveBack(long less) {
            HeapBudget.this.giveBack(this, less);
        }

        @Override
        public void close() {
            giveBack(Long.MAX_VALUE);
        }
    }

    /**
     * Opens an empty share of a call.
     *
     * @param key the id of the caller's key; empty for callers without one
     */
    public CallReservation open(String key) {
        return new CallReservation(key);
    }

    /** Returns the number of keys with calls in progress. */
    synchronized int keys() {
        return byKey.size();
    }

    private synchronized void take(CallReservation share, long more, String tooLarge) {
        if (share.bytes + more > mostOfKey) {
            throw new TooLargeException(String.format(tooLarge, mostOfKey));
        }
        long own = byKey.getOrDefault(share.key, 0L);
        if (taken + more > most || own + more > mostOfKey) {
            throw new OverloadedException(
                    "server overloaded: the bodies and answers in progress use their whole heap budget; retry in "
                            + RETRY_SECONDS + " s",
                    RETRY_SECONDS);
        }
        taken += more;
        share.bytes += more;
        byKey.put(share.key, own + more);
    }

    private synchronized void giveBack(CallReservation share, long wanted) {
        long less = Math.min(wanted, share.bytes);
        taken -= less;
        byKey.computeIfPresent(share.key, (key, own) -> own <= less ? null : own - less);
        share.bytes -= less;
    }
}

package dev.daybook.store;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The heap that one call may use for the entries it reads. A server sets it for the thread of a call that answers
 * entries, so that many large answers at once are refused instead of filling the heap. A store takes from it before it
 * reads the body of an entry. A thread without a budget reads without a limit, as applications that use the library do.
 */
public final class ReadBudget {

    /** A body in the heap: its bytes, and its texts, of which each character may take two bytes. */
    private static final long HEAP_PER_BYTE = 3;

    /** The objects of an entry and of its answer besides the texts; measured for an episode of two messages. */
    private static final long HEAP_PER_ENTRY = 2_000;

    private static final ThreadLocal<@Nullable ReadBudget> CURRENT = new ThreadLocal<>();

    private final HeapReservation reservation;
    private long taken;

    private ReadBudget(HeapReservation reservation) {
        this.reservation = reservation;
    }

    /** The heap reserved for a call. */
    public interface HeapReservation {

        /** Never refuses. */
        HeapReservation UNLIMITED = new HeapReservation() {
            @Override
            public void take(long bytes) {}

            @Override
            public void giveBack(long bytes) {}
        };

        /**
         * Reserves more.
         *
         * @param bytes heap in bytes
         * @throws RuntimeException if there is no room; it ends the call
         */
        void take(long bytes);

        /** Gives a part back before the call ends. */
        void giveBack(long bytes);
    }

    /** Runs a call of this thread whose reads take from a reservation. */
    public static <T> T within(HeapReservation reservation, Callable<T> call) throws Exception {
        ReadBudget outer = CURRENT.get();
        CURRENT.set(new ReadBudget(reservation));
        try {
            return call.call();
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }

    /**
     * Takes room for an entry, before its body is read or when a caller keeps an entry of a stream.
     *
     * @param bodyBytes the stored size of its body
     * @throws RuntimeException if there is no room
     */
    public static void takeEntry(long bodyBytes) {
        take(HEAP_PER_ENTRY + HEAP_PER_BYTE * bodyBytes);
    }

    /**
     * Takes room for other objects of a read.
     *
     * @param heap heap in bytes
     * @throws RuntimeException if there is no room
     */
    public static void take(long heap) {
        ReadBudget budget = CURRENT.get();
        if (budget != null) {
            budget.reservation.take(heap);
            budget.taken += heap;
        }
    }

    /** Returns what this thread has taken and not given back; 0 without a budget. */
    public static long taken() {
        ReadBudget budget = CURRENT.get();
        return budget == null ? 0 : budget.taken;
    }

    /** Gives back what was taken for objects that nobody keeps. */
    public static void giveBack(long heap) {
        ReadBudget budget = CURRENT.get();
        if (budget != null && heap > 0) {
            budget.reservation.giveBack(heap);
            budget.taken -= heap;
        }
    }
}

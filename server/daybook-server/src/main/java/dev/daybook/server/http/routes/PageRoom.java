package dev.daybook.server.http.routes;

import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import java.util.function.IntFunction;

/**
 * The room for a page of entries of unknown sizes: a page for which too little of it is left is read again with half as many
 * entries, down to one.
 */
final class PageRoom implements HeapReservation {

    private final HeapReservation call;
    private final long most;
    private long taken;

    private PageRoom(HeapReservation call, long most) {
        this.call = call;
        this.most = most;
    }

    /** Ends the reading of a page. It is expected, so it has no stack trace. */
    private static final class PageFullException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private PageFullException() {
            super("the page is full", null, false, false);
        }
    }

    /**
     * Reads a page.
     *
     * @param call the reservation of the call
     * @param most the heap of a page of several entries; a single entry may take more
     * @param limit the wanted number of entries
     * @param page reads a page of at most so many entries
     */
    static <T> T read(HeapReservation call, long most, int limit, IntFunction<T> page) throws Exception {
        for (int entries = limit; entries > 1; entries /= 2) {
            int wanted = entries;
            PageRoom room = new PageRoom(call, most);
            try {
                return ReadBudget.within(room, () -> page.apply(wanted));
            } catch (PageFullException full) {
                call.giveBack(room.taken);
            }
        }
        return ReadBudget.within(call, () -> page.apply(Math.min(limit, 1)));
    }

    @Override
    public void take(long bytes) {
        if (taken + bytes > most) {
            throw new PageFullException();
        }
        call.take(bytes);
        taken += bytes;
    }

    @Override
    public void giveBack(long bytes) {
        call.giveBack(bytes);
        taken -= bytes;
    }
}

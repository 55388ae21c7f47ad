package dev.daybook.internal.sqlite.table;

import dev.daybook.store.StoredEntry;

/** The bytes read for a page. A page of large entries ends before its limit. */
final class PageBytes {

    private final long most;
    private long bytes;
    private boolean left;

    PageBytes(long most) {
        this.most = most;
    }

    boolean isFull() {
        return bytes > most;
    }

    void count(long more) {
        bytes += more;
    }

    StoredEntry counted(StoredEntry stored) {
        count(stored.body().size());
        return stored;
    }

    /** Records that a row is left for the next page; returns false, since no further one is read. */
    boolean leave() {
        left = true;
        return false;
    }

    boolean isLeft() {
        return left;
    }
}

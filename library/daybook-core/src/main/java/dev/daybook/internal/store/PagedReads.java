package dev.daybook.internal.store;

import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * An iterator over the pages of a store, read on demand. It keeps one page: what a page has taken of the
 * {@link ReadBudget} is given back before the next one is read, so a caller takes again for what it keeps.
 */
public final class PagedReads<T> implements Iterator<Page<T>> {

    /** The default page size. */
    public static final int SIZE = 500;

    private static final int ROWS = 5_000;

    private final Function<@Nullable String, Page<T>> read;
    private @Nullable String cursor;
    private boolean ended;
    private long heapOfPage;

    private PagedReads(Function<@Nullable String, Page<T>> read) {
        this.read = read;
    }

    /** Returns all pages. A caller that does not read to the end calls {@link #release} after the last one. */
    public static <T> PagedReads<T> pages(Function<@Nullable String, Page<T>> read) {
        return new PagedReads<>(read);
    }

    /** Streams the items of all pages. The function reads the page at a cursor, null for the first. */
    public static <T> Stream<T> all(Function<@Nullable String, Page<T>> read) {
        Spliterator<Page<T>> pages = Spliterators.spliteratorUnknownSize(new PagedReads<>(read), Spliterator.ORDERED);
        return StreamSupport.stream(pages, false).flatMap(page -> page.items().stream());
    }

    /**
     * Reads a page of a scan through a filter, and further pages until it is full or the last one: an empty page for a limit
     * of one would look like the end. It ends early with a page of the store that ends early, because its entries are large.
     *
     * @param read reads a page of the store; its cursor and limit are those of the given scan
     */
    public static Page<StoredEntry> filled(
            EntryScan scan, Function<EntryScan, Page<StoredEntry>> read, UnaryOperator<List<StoredEntry>> filter) {
        List<StoredEntry> found = new ArrayList<>();
        String cursor = scan.cursor();
        boolean isEarly;
        do {
            int wanted = scan.limit() - found.size();
            Page<StoredEntry> page = read.apply(scan.after(cursor).limit(wanted));
            found.addAll(filter.apply(page.items()));
            cursor = page.cursor();
            isEarly = page.items().size() < wanted;
        } while (cursor != null && found.size() < scan.limit() && (found.isEmpty() || !isEarly));
        return new Page<>(found, cursor);
    }

    /** Streams the index rows of a scope after a revision, in order of revision. */
    public static Stream<IndexRow> rows(Store store, Scope scope, long afterRevision) {
        return all(cursor -> {
            Page<IndexRow> page = store.rows(scope, cursor == null ? afterRevision : Long.parseLong(cursor), ROWS);
            List<IndexRow> rows = page.items();
            boolean last = page.cursor() == null || rows.isEmpty();
            return new Page<>(
                    rows, last ? null : Long.toString(rows.get(rows.size() - 1).revision()));
        });
    }

    @Override
    public boolean hasNext() {
        if (ended) {
            release();
        }
        return !ended;
    }

    @Override
    public Page<T> next() {
        if (ended) {
            throw new NoSuchElementException("the last page has been read");
        }
        release();
        long before = ReadBudget.taken();
        Page<T> page = read.apply(cursor);
        heapOfPage = ReadBudget.taken() - before;
        cursor = page.cursor();
        ended = cursor == null;
        return page;
    }

    /** Gives the room of the last page back; nothing of it may be kept. */
    public void release() {
        ReadBudget.giveBack(heapOfPage);
        heapOfPage = 0;
    }
}

package dev.daybook.recall;

import dev.daybook.data.Scope;
import dev.daybook.spi.Page;
import dev.daybook.spi.Row;
import dev.daybook.spi.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Reads the index rows of a scope a page ahead of who takes them: while one page is built into the image, the store reads
 * the next. That is a third of the time of a first recall, where a second processor is idle. Whatever fits into one page is
 * read by the caller alone.
 */
final class RowsAhead {

    /** Small enough that the first page is there soon, and large enough that handing over costs nothing. */
    private static final int ROWS = 1_000;

    private final Store store;
    private final Scope scope;

    RowsAhead(Store store, Scope scope) {
        this.store = store;
        this.scope = scope;
    }

    /**
     * Hands over all rows after a revision, in their order.
     *
     * @return the revision of the last of them; the one given if there is none
     */
    long read(long afterRevision, Consumer<Row> taker) {
        Page<Row> page = store.rows(scope, afterRevision, ROWS);
        if (page.cursor() == null) {
            page.items().forEach(taker);
            return last(page, afterRevision);
        }
        // One for all pages: where the processors are busy, a thread takes a while to begin.
        ExecutorService reader = Executors.newSingleThreadExecutor(RowsAhead::thread);
        try {
            return read(page, reader, taker);
        } finally {
            reader.shutdown();
        }
    }

    private long read(Page<Row> first, Executor reader, Consumer<Row> taker) {
        Page<Row> page = first;
        long revision = last(page, 0);
        while (page.cursor() != null) {
            CompletableFuture<Page<Row>> next = readBehind(revision, reader);
            try {
                page.items().forEach(taker);
            } catch (RuntimeException e) {
                // Nobody reads from the store behind a recall that has failed.
                next.handle((read, failure) -> 0).join();
                throw e;
            }
            page = await(next);
            revision = last(page, revision);
        }
        page.items().forEach(taker);
        return revision;
    }

    /** The revision of the last row of a page; what was before it if it is empty. */
    private static long last(Page<Row> page, long before) {
        List<Row> rows = page.items();
        return rows.isEmpty() ? before : rows.get(rows.size() - 1).revision();
    }

    private CompletableFuture<Page<Row>> readBehind(long revision, Executor reader) {
        return CompletableFuture.supplyAsync(() -> store.rows(scope, revision, ROWS), reader);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "daybook-rows");
        thread.setDaemon(true);
        return thread;
    }

    private static Page<Row> await(CompletableFuture<Page<Row>> page) {
        try {
            return page.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}

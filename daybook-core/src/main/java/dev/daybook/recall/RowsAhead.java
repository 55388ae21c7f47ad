package dev.daybook.recall;

import dev.daybook.data.Scope;
import dev.daybook.spi.Page;
import dev.daybook.spi.Row;
import dev.daybook.spi.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
        long revision = afterRevision;
        Page<Row> page = store.rows(scope, revision, ROWS);
        while (true) {
            List<Row> rows = page.items();
            if (rows.isEmpty()) {
                return revision;
            }
            revision = rows.get(rows.size() - 1).revision();
            if (page.cursor() == null) {
                rows.forEach(taker);
                return revision;
            }
            CompletableFuture<Page<Row>> next = readBehind(revision);
            try {
                rows.forEach(taker);
            } catch (RuntimeException e) {
                // Nobody reads from the store behind a recall that has failed.
                next.handle((read, failure) -> 0).join();
                throw e;
            }
            page = await(next);
        }
    }

    private CompletableFuture<Page<Row>> readBehind(long revision) {
        return CompletableFuture.supplyAsync(() -> store.rows(scope, revision, ROWS), task -> {
            Thread thread = new Thread(task, "daybook-rows");
            thread.setDaemon(true);
            thread.start();
        });
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

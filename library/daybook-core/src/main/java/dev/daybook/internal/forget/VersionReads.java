package dev.daybook.internal.forget;

import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads versions of entries as they were at a time.
 *
 * @param asOf the time; null: now
 */
record VersionReads(Store store, @Nullable Instant asOf) {

    private static final int PAGE = 1_000;

    /** Reads a scan to its end; of a scan of current versions, those that were current at the time. */
    Stream<StoredEntry> read(Scope scope, EntryScan scan) {
        return read(scope, scan, PAGE);
    }

    /** Reads a scan as far as the stream is read, in pages of a size. */
    Stream<StoredEntry> read(Scope scope, EntryScan scan, int page) {
        boolean all = scan.versions().equals(EntryScan.Versions.ALL);
        EntryScan pages = (asOf == null || all ? scan : scan.versions(EntryScan.Versions.asOf(asOf))).limit(page);
        return PagedReads.all(cursor -> store.scan(scope, pages.after(cursor)))
                .filter(stored -> asOf == null || !stored.recorded().isAfter(asOf));
    }
}

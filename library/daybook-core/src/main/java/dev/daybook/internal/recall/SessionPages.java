package dev.daybook.internal.recall;

import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EpisodeCodec;
import dev.daybook.internal.entries.EntryReader;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The episodes of a session in pages, newest first. Not thread-safe. */
interface SessionPages {

    /** Returns whether there may be more episodes. */
    boolean hasNext();

    /** Reads the next page. It may be shorter, because damaged episodes are left out. */
    List<Episode> next(int episodes);

    /** Pages read from the store. */
    final class ScannedSession implements SessionPages {
        private final Store store;
        private final Scope scope;
        private final EntryScan scan;
        private @Nullable String cursor;
        private boolean begun;

        ScannedSession(Store store, Scope scope, EntryScan scan) {
            this.store = store;
            this.scope = scope;
            this.scan = scan;
        }

        @Override
        public boolean hasNext() {
            return !begun || cursor != null;
        }

        @Override
        public List<Episode> next(int episodes) {
            Page<StoredEntry> page =
                    store.scan(scope, scan.limit(episodes).after(cursor), DamageTolerantReader.toLog());
            begun = true;
            cursor = page.cursor();
            return page.items().stream().map(EpisodeCodec::decode).toList();
        }
    }

    /** Pages of known index rows, without a scan. */
    final class IndexedSession implements SessionPages {
        private final EntryReader entryReader;
        private final Scope scope;
        private final List<IndexRow> rows;
        private int read;

        IndexedSession(EntryReader entryReader, Scope scope, List<IndexRow> rows) {
            this.entryReader = entryReader;
            this.scope = scope;
            this.rows = rows;
        }

        @Override
        public boolean hasNext() {
            return read < rows.size();
        }

        @Override
        public List<Episode> next(int episodes) {
            List<IndexRow> page = rows.subList(read, Math.min(rows.size(), read + episodes));
            read += page.size();
            Map<EntryKey, Entry> entries = entryReader.read(scope, page);
            return page.stream()
                    .map(row -> (Episode) entries.get(row.key()))
                    .filter(Objects::nonNull)
                    .toList();
        }
    }
}

package dev.daybook.chroma;

import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The index data of an entry in memory: its current version and the location of its row. Bodies and sidecars stay on
 * the server.
 *
 * @param revision the revision of the last change
 * @param row the id of its row in its collection
 * @param past the content revisions of its earlier versions, oldest first
 */
record IndexedEntry(
        EntryKey key,
        long position,
        long revision,
        long contentRevision,
        @Nullable String session,
        Instant time,
        Instant recorded,
        String status,
        SpaceCollection shelf,
        String row,
        List<Long> past) {

    IndexedEntry {
        past = List.copyOf(past);
    }

    IndexedEntry at(long newRevision) {
        return new IndexedEntry(
                key, position, newRevision, contentRevision, session, time, recorded, status, shelf, row, past);
    }

    IndexedEntry with(List<Long> earlier) {
        return new IndexedEntry(
                key, position, revision, contentRevision, session, time, recorded, status, shelf, row, earlier);
    }

    /** Returns the past versions once this one is replaced. */
    List<Long> pastWithThis() {
        List<Long> longer = new ArrayList<>(past);
        longer.add(contentRevision);
        return longer;
    }

    StoredEntry stored(Blob body) {
        return new StoredEntry(key, position, contentRevision, session, time, recorded, status, body);
    }

    IndexRow row(Map<String, Blob> sidecars) {
        return new IndexRow(key, position, revision, contentRevision, session, time, status, sidecars);
    }
}

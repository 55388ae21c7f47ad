package dev.daybook.store;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The index row of an entry: its current version without the body, with its sidecars.
 *
 * @param position the position among the entries of its scope and kind, from 1
 * @param revision the revision of the last change, sidecars included
 * @param contentRevision the revision of the last change of content
 */
public record IndexRow(
        EntryKey key,
        long position,
        long revision,
        long contentRevision,
        @Nullable String session,
        Instant time,
        String status,
        Map<String, Blob> sidecars) {
    public IndexRow {
        sidecars = Map.copyOf(sidecars);
    }
}

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

    /** Returns the row of a version. */
    public static IndexRow of(StoredEntry version, long revision, Map<String, Blob> sidecars) {
        return new IndexRow(
                version.key(),
                version.position(),
                revision,
                version.contentRevision(),
                version.session(),
                version.time(),
                version.status(),
                sidecars);
    }

    /** Returns the row with another status. */
    public IndexRow withStatus(String status) {
        return new IndexRow(key, position, revision, contentRevision, session, time, status, sidecars);
    }

    /** Returns the row with these sidecars in place of its own. */
    public IndexRow withSidecars(Map<String, Blob> sidecars) {
        return new IndexRow(key, position, revision, contentRevision, session, time, status, sidecars);
    }
}

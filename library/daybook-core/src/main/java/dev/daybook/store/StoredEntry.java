package dev.daybook.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored version of an entry.
 *
 * @param position the position among the entries of its scope and kind, from 1
 * @param contentRevision the scope's revision at which this version was written
 */
public record StoredEntry(
        EntryKey key,
        long position,
        long contentRevision,
        @Nullable String session,
        Instant time,
        Instant recorded,
        String status,
        Blob body) {}

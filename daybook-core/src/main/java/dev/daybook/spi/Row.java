package dev.daybook.spi;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an index needs of the current version of an entry: all but its body, with its sidecars.
 *
 * @param position its place among the entries of its scope and kind, from 1
 * @param revision the last time anything about it changed, sidecars included
 * @param contentRevision the last time its content changed
 */
public record Row(
        Key key,
        long position,
        long revision,
        long contentRevision,
        @Nullable String session,
        Instant time,
        String status,
        Map<String, Blob> sidecars) {
    public Row {
        sidecars = Map.copyOf(sidecars);
    }
}

package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.store.StoredEntry;

/**
 * The place of a version in a scan. It is unique within a scope, so writes between two pages do not shift results.
 *
 * @param seen the number of versions up to this one
 * @param epoch the epoch at the first page, to detect erasures since
 */
public record ScanCursor(long time, long position, int kind, long contentRevision, long seen, long epoch) {

    static ScanCursor of(StoredEntry version, long seen, long epoch) {
        return new ScanCursor(
                EpochMicros.micros(version.time()),
                version.position(),
                OrderKeys.number(version.key().kind()),
                version.contentRevision(),
                seen,
                epoch);
    }

    public static ScanCursor parse(String text) {
        String[] parts = text.split(" ", -1);
        try {
            return new ScanCursor(
                    Long.parseLong(parts[0]),
                    Long.parseLong(parts[1]),
                    Integer.parseInt(parts[2]),
                    Long.parseLong(parts[3]),
                    Long.parseLong(parts[4]),
                    Long.parseLong(parts[5]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("cursor is '" + text + "'; use the cursor of a page of this scan", e);
        }
    }

    public String text() {
        return time + " " + position + " " + kind + " " + contentRevision + " " + seen + " " + epoch;
    }
}

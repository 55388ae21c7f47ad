package dev.daybook.store;

import dev.daybook.model.Kind;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;

/**
 * The position of a version in the order of a scan. It is unique within a scope and serves as cursor, so that writes
 * between two pages do not shift results. For stores that sort versions in memory.
 */
public record ScanPosition(Instant time, long position, Kind kind, long contentRevision) {

    /** Returns the position of a version. */
    public static ScanPosition of(StoredEntry version) {
        return new ScanPosition(
                version.time(), version.position(), version.key().kind(), version.contentRevision());
    }

    /**
     * Returns the position that a cursor holds.
     *
     * @throws IllegalArgumentException if the text is not a {@link #cursor}
     */
    public static ScanPosition ofCursor(String cursor) {
        String[] parts = cursor.split(" ", -1);
        try {
            if (parts.length == 4) {
                return new ScanPosition(
                        Instant.parse(parts[0]),
                        Long.parseLong(parts[1]),
                        Kind.valueOf(parts[2]),
                        Long.parseLong(parts[3]));
            }
        } catch (DateTimeException | IllegalArgumentException noCursor) {
            // Refused below, like another number of parts.
        }
        throw new IllegalArgumentException("cursor is '" + cursor + "'; use the cursor of a page of this scan");
    }

    /** Returns the position as text, for {@link Page#cursor}. */
    public String cursor() {
        return time + " " + position + " " + kind + " " + contentRevision;
    }

    /** Returns the comparator of an order of scans. Versions of one entry are ascending in every order. */
    public static Comparator<ScanPosition> order(EntryScan.Order order) {
        Comparator<ScanPosition> byTime = Comparator.comparing(ScanPosition::time);
        Comparator<ScanPosition> byPosition =
                Comparator.comparingLong(ScanPosition::position).thenComparing(ScanPosition::kind);
        Comparator<ScanPosition> positions = switch (order) {
            case OLDEST_POSITION -> byPosition;
            case NEWEST_POSITION -> byPosition.reversed();
            case OLDEST_TIME -> byTime.thenComparing(byPosition);
            case NEWEST_TIME -> byTime.thenComparing(byPosition).reversed();
        };
        return positions.thenComparingLong(ScanPosition::contentRevision);
    }
}

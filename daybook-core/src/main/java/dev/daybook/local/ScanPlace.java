package dev.daybook.local;

import dev.daybook.data.Kind;
import dev.daybook.store.EntryScan;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.Comparator;

/**
 * The place of a version in the order of a scan. It is unique within a scope and serves as cursor, so that writes
 * between two pages do not shift results.
 */
record ScanPlace(Instant time, long position, Kind kind, long contentRevision) {

    static ScanPlace of(StoredEntry version) {
        return new ScanPlace(version.time(), version.position(), version.key().kind(), version.contentRevision());
    }

    String cursor() {
        return time + " " + position + " " + kind + " " + contentRevision;
    }

    static ScanPlace ofCursor(String cursor) {
        String[] parts = cursor.split(" ");
        if (parts.length != 4) {
            throw new IllegalArgumentException("cursor is '" + cursor + "'; use the cursor of a page of this scan");
        }
        return new ScanPlace(
                Instant.parse(parts[0]), Long.parseLong(parts[1]), Kind.valueOf(parts[2]), Long.parseLong(parts[3]));
    }

    static Comparator<ScanPlace> order(EntryScan.Order order) {
        Comparator<ScanPlace> byTime = Comparator.comparing(ScanPlace::time);
        Comparator<ScanPlace> byPosition =
                Comparator.comparingLong(ScanPlace::position).thenComparing(ScanPlace::kind);
        Comparator<ScanPlace> places = switch (order) {
            case OLDEST_POSITION -> byPosition;
            case NEWEST_POSITION -> byPosition.reversed();
            case OLDEST_TIME -> byTime.thenComparing(byPosition);
            case NEWEST_TIME -> byTime.thenComparing(byPosition).reversed();
        };
        return places.thenComparingLong(ScanPlace::contentRevision);
    }
}

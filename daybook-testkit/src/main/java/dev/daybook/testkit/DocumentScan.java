package dev.daybook.testkit;

import dev.daybook.data.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Reads versions out of documents by sorting all of them: slow, and plainly right. */
final class DocumentScan {

    private DocumentScan() {}

    static Page<StoredEntry> read(List<StoredDocument.Held> entries, EntryScan scan) {
        Comparator<StoredEntry> order = order(scan.order());
        StoredEntry last = scan.cursor() == null ? null : place(scan.cursor());
        List<StoredEntry> found = entries.stream()
                .flatMap(entry -> versions(entry.versions(), scan.versions()).stream())
                .filter(version -> fits(scan, version))
                .filter(version -> last == null || order.compare(version, last) > 0)
                .sorted(order)
                .toList();
        return page(found, scan.limit(), DocumentScan::cursor);
    }

    static <T> Page<T> page(List<T> items, int limit, Function<T, String> cursor) {
        return items.size() <= limit
                ? new Page<>(items, null)
                : new Page<>(items.subList(0, limit), cursor.apply(items.get(limit - 1)));
    }

    private static List<StoredEntry> versions(List<StoredEntry> all, EntryScan.Versions wanted) {
        if (wanted.all()) {
            return all;
        }
        Instant asOf = wanted.asOf();
        List<StoredEntry> then = all.stream()
                .filter(version -> asOf == null || !version.recorded().isAfter(asOf))
                .toList();
        return then.subList(Math.max(0, then.size() - 1), then.size());
    }

    private static boolean fits(EntryScan scan, StoredEntry version) {
        return scan.kinds().contains(version.key().kind())
                && (scan.session() == null || scan.session().equals(version.session()))
                && (scan.from() == null || !version.time().isBefore(scan.from()))
                && (scan.to() == null || !version.time().isAfter(scan.to()))
                && (scan.statuses().isEmpty() || scan.statuses().contains(version.status()));
    }

    private static Comparator<StoredEntry> order(EntryScan.Order order) {
        Comparator<StoredEntry> byPosition = Comparator.comparingLong(StoredEntry::position)
                .thenComparing(version -> version.key().kind());
        Comparator<StoredEntry> byTime = Comparator.comparing(StoredEntry::time).thenComparing(byPosition);
        Comparator<StoredEntry> entries = switch (order) {
            case OLDEST_POSITION -> byPosition;
            case NEWEST_POSITION -> byPosition.reversed();
            case OLDEST_TIME -> byTime;
            case NEWEST_TIME -> byTime.reversed();
        };
        return entries.thenComparingLong(StoredEntry::contentRevision);
    }

    /** All that the order looks at, since the version itself may be gone by the time of the next page. */
    private static String cursor(StoredEntry version) {
        return version.key().kind() + " " + version.position() + " " + version.contentRevision() + " " + version.time();
    }

    private static StoredEntry place(String cursor) {
        String[] parts = cursor.split(" ");
        Instant time = Instant.parse(parts[3]);
        return new StoredEntry(
                new EntryKey(Kind.valueOf(parts[0]), ""),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                null,
                time,
                time,
                "",
                Blob.EMPTY);
    }
}

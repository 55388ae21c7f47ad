package dev.daybook.testkit;

import dev.daybook.data.Kind;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Key;
import dev.daybook.spi.Page;
import dev.daybook.spi.Scan;
import dev.daybook.spi.Stored;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Reads versions out of documents by sorting all of them: slow, and plainly right. */
final class DocumentScan {

    private DocumentScan() {}

    static Page<Stored> read(List<Document.Held> entries, Scan scan) {
        Comparator<Stored> order = order(scan.order());
        Stored last = scan.cursor() == null ? null : place(scan.cursor());
        List<Stored> found = entries.stream()
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

    private static List<Stored> versions(List<Stored> all, Scan.Versions wanted) {
        if (wanted.all()) {
            return all;
        }
        Instant asOf = wanted.asOf();
        List<Stored> then = all.stream()
                .filter(version -> asOf == null || !version.recorded().isAfter(asOf))
                .toList();
        return then.subList(Math.max(0, then.size() - 1), then.size());
    }

    private static boolean fits(Scan scan, Stored version) {
        return scan.kinds().contains(version.key().kind())
                && (scan.session() == null || scan.session().equals(version.session()))
                && (scan.from() == null || !version.time().isBefore(scan.from()))
                && (scan.to() == null || !version.time().isAfter(scan.to()))
                && (scan.statuses().isEmpty() || scan.statuses().contains(version.status()));
    }

    private static Comparator<Stored> order(Scan.Order order) {
        Comparator<Stored> byPosition = Comparator.comparingLong(Stored::position)
                .thenComparing(version -> version.key().kind());
        Comparator<Stored> byTime = Comparator.comparing(Stored::time).thenComparing(byPosition);
        Comparator<Stored> entries = switch (order) {
            case OLDEST_POSITION -> byPosition;
            case NEWEST_POSITION -> byPosition.reversed();
            case OLDEST_TIME -> byTime;
            case NEWEST_TIME -> byTime.reversed();
        };
        return entries.thenComparingLong(Stored::contentRevision);
    }

    /** All that the order looks at, since the version itself may be gone by the time of the next page. */
    private static String cursor(Stored version) {
        return version.key().kind() + " " + version.position() + " " + version.contentRevision() + " " + version.time();
    }

    private static Stored place(String cursor) {
        String[] parts = cursor.split(" ");
        Instant time = Instant.parse(parts[3]);
        return new Stored(
                new Key(Kind.valueOf(parts[0]), ""),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                null,
                time,
                time,
                "",
                Blob.EMPTY);
    }
}

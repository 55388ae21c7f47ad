package dev.daybook.testkit;

import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.ScanPosition;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** Reads versions out of documents by sorting all of them: slow, and plainly right. */
final class DocumentScan {

    private DocumentScan() {}

    static Page<StoredEntry> read(List<StoredDocument.Held> entries, EntryScan scan) {
        Comparator<ScanPosition> order = ScanPosition.order(scan.order());
        ScanPosition last = scan.cursor() == null ? null : ScanPosition.ofCursor(scan.cursor());
        List<StoredEntry> found = entries.stream()
                .flatMap(entry -> versions(entry.versions(), scan.versions()).stream())
                .filter(scan::accepts)
                .filter(version -> last == null || order.compare(ScanPosition.of(version), last) > 0)
                .sorted(Comparator.comparing(ScanPosition::of, order))
                .toList();
        return Page.cut(found, scan.limit(), version -> ScanPosition.of(version).cursor());
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
}

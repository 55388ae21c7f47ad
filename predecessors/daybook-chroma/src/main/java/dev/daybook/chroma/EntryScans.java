package dev.daybook.chroma;

import dev.daybook.error.StoreException;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.ScanPosition;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Executes scans: order and filters come from the index in memory, bodies from the server. */
record EntryScans(SpaceCollections spaceCollections, Scope scope, ResidentScope index) {

    /** The bodies read at once, to bound the size of an answer. */
    private static final int PAGE = 500;

    Page<StoredEntry> page(EntryScan scan) {
        Comparator<ScanPosition> order = ScanPosition.order(scan.order());
        ScanPosition last = scan.cursor() == null ? null : ScanPosition.ofCursor(scan.cursor());
        List<StoredEntry> found = versions(scan).stream()
                .filter(scan::accepts)
                .filter(version -> last == null || order.compare(ScanPosition.of(version), last) > 0)
                .sorted(Comparator.comparing(ScanPosition::of, order))
                .limit(Page.oneMore(scan.limit()))
                .toList();
        Page<StoredEntry> page =
                Page.cut(found, scan.limit(), item -> ScanPosition.of(item).cursor());
        return new Page<>(withBodies(page.items()), page.cursor());
    }

    /** Returns the versions of a scan; current ones without their bodies. */
    private List<StoredEntry> versions(EntryScan scan) {
        List<IndexedEntry> entries = index.entries().stream()
                .filter(indexedEntry -> scan.kinds().contains(indexedEntry.key().kind()))
                .toList();
        Instant asOf = scan.versions().asOf();
        if (!scan.versions().all() && asOf == null) {
            return entries.stream().map(EntryScans::withoutBody).toList();
        }
        List<IndexedEntry> looked = entries.stream()
                .filter(indexedEntry -> !indexedEntry.past().isEmpty()
                        && (asOf == null || indexedEntry.recorded().isAfter(asOf)))
                .toList();
        Map<EntryKey, List<StoredEntry>> past = past(looked);
        List<StoredEntry> versions = new ArrayList<>();
        for (IndexedEntry indexedEntry : entries) {
            List<StoredEntry> earlier = past.getOrDefault(indexedEntry.key(), List.of());
            if (scan.versions().all()) {
                versions.addAll(earlier);
                versions.add(withoutBody(indexedEntry));
            } else {
                StoredEntry then = then(indexedEntry, earlier, asOf);
                if (then != null) {
                    versions.add(then);
                }
            }
        }
        return versions;
    }

    private static @Nullable StoredEntry then(
            IndexedEntry indexedEntry, List<StoredEntry> earlier, @Nullable Instant asOf) {
        if (asOf == null || !indexedEntry.recorded().isAfter(asOf)) {
            return withoutBody(indexedEntry);
        }
        StoredEntry last = null;
        for (StoredEntry version : earlier) {
            last = version.recorded().isAfter(asOf) ? last : version;
        }
        return last;
    }

    private static StoredEntry withoutBody(IndexedEntry indexedEntry) {
        return indexedEntry.stored(Blob.EMPTY);
    }

    private Map<EntryKey, List<StoredEntry>> past(List<IndexedEntry> entries) {
        List<String> rows = entries.stream()
                .flatMap(indexedEntry -> indexedEntry.past().stream()
                        .map(revision -> ChromaNames.body(scope, indexedEntry.key(), revision)))
                .toList();
        Map<EntryKey, List<StoredEntry>> past = new HashMap<>();
        for (int from = 0; from < rows.size(); from += PAGE) {
            spaceCollections.get(SpaceCollection.SIDE, rows.subList(from, Math.min(rows.size(), from + PAGE))).stream()
                    .map(MetadataKeys::version)
                    .forEach(version -> past.computeIfAbsent(version.key(), first -> new ArrayList<>())
                            .add(version));
        }
        past.values().forEach(versions -> versions.sort(Comparator.comparingLong(StoredEntry::contentRevision)));
        return past;
    }

    private List<StoredEntry> withBodies(List<StoredEntry> versions) {
        Map<EntryKey, StoredEntry> current = new HashMap<>();
        get(versions.stream().filter(this::isCurrent).map(StoredEntry::key).toList())
                .forEach(stored -> current.put(stored.key(), stored));
        return versions.stream()
                .map(version -> isCurrent(version) ? current.getOrDefault(version.key(), version) : version)
                .toList();
    }

    private boolean isCurrent(StoredEntry version) {
        IndexedEntry indexedEntry = index.entry(version.key());
        return indexedEntry != null && indexedEntry.contentRevision() == version.contentRevision();
    }

    /** Returns the current versions of keys. */
    List<StoredEntry> get(Collection<EntryKey> keys) {
        List<IndexedEntry> there = new ArrayList<>();
        for (EntryKey key : keys) {
            IndexedEntry indexedEntry = index.entry(key);
            if (indexedEntry != null) {
                there.add(indexedEntry);
            }
        }
        Map<String, ChromaDocument> bodies = bodies(there);
        return there.stream()
                .map(indexedEntry -> indexedEntry.stored(
                        MetadataKeys.version(body(bodies, indexedEntry)).body()))
                .toList();
    }

    /** Returns the rows with bodies and sidecars, by id. */
    Map<String, ChromaDocument> bodies(List<IndexedEntry> entries) {
        Map<String, ChromaDocument> bodies = new HashMap<>();
        for (int from = 0; from < entries.size(); from += PAGE) {
            List<String> rows = entries.subList(from, Math.min(entries.size(), from + PAGE)).stream()
                    .map(indexedEntry -> ChromaNames.body(scope, indexedEntry.key(), indexedEntry.contentRevision()))
                    .toList();
            spaceCollections.get(SpaceCollection.SIDE, rows).forEach(row -> bodies.put(row.id(), row));
        }
        return bodies;
    }

    ChromaDocument body(Map<String, ChromaDocument> bodies, IndexedEntry indexedEntry) {
        ChromaDocument body = bodies.get(ChromaNames.body(scope, indexedEntry.key(), indexedEntry.contentRevision()));
        if (body == null) {
            throw new StoreException(
                    "Daybook's own row of an entry is missing in Chroma, another program has removed it;"
                            + " run check with repair, which restores the row from the rows that other programs read");
        }
        return body;
    }
}

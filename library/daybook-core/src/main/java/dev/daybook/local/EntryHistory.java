package dev.daybook.local;

import dev.daybook.store.Blob;
import dev.daybook.store.EntryNumbers;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An entry with all its versions. Immutable.
 *
 * @param versions the versions, oldest first, never empty
 * @param revision the revision of the last change
 * @param sidecars the sidecars of the last version
 */
record EntryHistory(List<StoredEntry> versions, long revision, Map<String, Blob> sidecars) {

    EntryHistory {
        versions = List.copyOf(versions);
        sidecars = Map.copyOf(sidecars);
    }

    static EntryHistory begin(StoredEntry first, Map<String, Blob> sidecars) {
        return new EntryHistory(List.of(first), first.contentRevision(), sidecars);
    }

    EntryHistory replace(StoredEntry next, Map<String, Blob> sidecars) {
        List<StoredEntry> longer = new ArrayList<>(versions);
        longer.add(next);
        return new EntryHistory(longer, next.contentRevision(), sidecars);
    }

    EntryHistory beside(String name, Blob bytes, long revision) {
        Map<String, Blob> more = new HashMap<>(sidecars);
        more.put(name, bytes);
        return new EntryHistory(versions, revision, more);
    }

    StoredEntry current() {
        return versions.get(versions.size() - 1);
    }

    EntryNumbers numbers() {
        return new EntryNumbers(current().position(), current().contentRevision(), revision);
    }

    /** Returns the versions that a scan selects, without its other conditions. */
    List<StoredEntry> versions(EntryScan.Versions wanted) {
        if (wanted.all()) {
            return versions;
        }
        if (wanted.asOf() == null) {
            return List.of(current());
        }
        for (int i = versions.size() - 1; i >= 0; i--) {
            if (!versions.get(i).recorded().isAfter(wanted.asOf())) {
                return List.of(versions.get(i));
            }
        }
        return List.of();
    }

    IndexRow row() {
        StoredEntry now = current();
        return IndexRow.of(now, revision, sidecars);
    }
}

package dev.daybook.local;

import dev.daybook.spi.Blob;
import dev.daybook.spi.EntryNumbers;
import dev.daybook.spi.Row;
import dev.daybook.spi.Scan;
import dev.daybook.spi.Stored;
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
record EntryHistory(List<Stored> versions, long revision, Map<String, Blob> sidecars) {

    EntryHistory {
        versions = List.copyOf(versions);
        sidecars = Map.copyOf(sidecars);
    }

    static EntryHistory begin(Stored first, Map<String, Blob> sidecars) {
        return new EntryHistory(List.of(first), first.contentRevision(), sidecars);
    }

    EntryHistory replace(Stored next, Map<String, Blob> sidecars) {
        List<Stored> longer = new ArrayList<>(versions);
        longer.add(next);
        return new EntryHistory(longer, next.contentRevision(), sidecars);
    }

    EntryHistory beside(String name, Blob bytes, long revision) {
        Map<String, Blob> more = new HashMap<>(sidecars);
        more.put(name, bytes);
        return new EntryHistory(versions, revision, more);
    }

    Stored current() {
        return versions.get(versions.size() - 1);
    }

    EntryNumbers numbers() {
        return new EntryNumbers(current().position(), current().contentRevision(), revision);
    }

    /** Returns the versions that a scan selects, without its other conditions. */
    List<Stored> versions(Scan.Versions wanted) {
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

    Row row() {
        Stored now = current();
        return new Row(
                now.key(),
                now.position(),
                revision,
                now.contentRevision(),
                now.session(),
                now.time(),
                now.status(),
                sidecars);
    }
}

package dev.daybook.chroma;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.StoreException;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Key;
import dev.daybook.spi.Page;
import dev.daybook.spi.Scan;
import dev.daybook.spi.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Executes scans: order and filters come from the index in memory, bodies from the server. */
final class Scans {

    /** The bodies read at once, to bound the size of an answer. */
    private static final int PAGE = 500;

    private final Shelves shelves;
    private final Scope scope;
    private final ScopeIndex index;

    Scans(Shelves shelves, Scope scope, ScopeIndex index) {
        this.shelves = shelves;
        this.scope = scope;
        this.index = index;
    }

    /** The place of a version in the order of a scan. It is unique within a scope and serves as cursor. */
    private record Place(Instant time, long position, Kind kind, long contentRevision) {

        static Place of(Stored version) {
            return new Place(version.time(), version.position(), version.key().kind(), version.contentRevision());
        }

        static Place parse(String cursor) {
            String[] parts = cursor.split(" ", -1);
            if (parts.length != 4) {
                throw new IllegalArgumentException("cursor is '" + cursor + "'; use the cursor of a page of this scan");
            }
            return new Place(
                    Instant.parse(parts[0]),
                    Long.parseLong(parts[1]),
                    Kind.valueOf(parts[2]),
                    Long.parseLong(parts[3]));
        }

        String cursor() {
            return time + " " + position + " " + kind + " " + contentRevision;
        }

        static Comparator<Place> order(Scan.Order order) {
            Comparator<Place> byTime = Comparator.comparing(Place::time);
            Comparator<Place> byPosition =
                    Comparator.comparingLong(Place::position).thenComparing(Place::kind);
            Comparator<Place> places = switch (order) {
                case OLDEST_POSITION -> byPosition;
                case NEWEST_POSITION -> byPosition.reversed();
                case OLDEST_TIME -> byTime.thenComparing(byPosition);
                case NEWEST_TIME -> byTime.thenComparing(byPosition).reversed();
            };
            return places.thenComparingLong(Place::contentRevision);
        }
    }

    Page<Stored> page(Scan scan) {
        Comparator<Place> order = Place.order(scan.order());
        Place last = scan.cursor() == null ? null : Place.parse(scan.cursor());
        List<Stored> found = versions(scan).stream()
                .filter(version -> fits(scan, version))
                .filter(version -> last == null || order.compare(Place.of(version), last) > 0)
                .sorted(Comparator.comparing(Place::of, order))
                .limit(scan.limit() + 1L)
                .toList();
        boolean more = found.size() > scan.limit();
        List<Stored> page = more ? found.subList(0, scan.limit()) : found;
        String cursor = more ? Place.of(page.get(page.size() - 1)).cursor() : null;
        return new Page<>(withBodies(page), cursor);
    }

    private static boolean fits(Scan scan, Stored version) {
        return (scan.session() == null || scan.session().equals(version.session()))
                && (scan.from() == null || !version.time().isBefore(scan.from()))
                && (scan.to() == null || !version.time().isAfter(scan.to()))
                && (scan.statuses().isEmpty() || scan.statuses().contains(version.status()));
    }

    /** Returns the versions of a scan; current ones without their bodies. */
    private List<Stored> versions(Scan scan) {
        List<Held> entries = index.entries().stream()
                .filter(held -> scan.kinds().contains(held.key().kind()))
                .toList();
        Instant asOf = scan.versions().asOf();
        if (!scan.versions().all() && asOf == null) {
            return entries.stream().map(Scans::withoutBody).toList();
        }
        List<Held> looked = entries.stream()
                .filter(held -> !held.past().isEmpty()
                        && (asOf == null || held.recorded().isAfter(asOf)))
                .toList();
        Map<Key, List<Stored>> past = past(looked);
        List<Stored> versions = new ArrayList<>();
        for (Held held : entries) {
            List<Stored> earlier = past.getOrDefault(held.key(), List.of());
            if (scan.versions().all()) {
                versions.addAll(earlier);
                versions.add(withoutBody(held));
            } else {
                Stored then = then(held, earlier, asOf);
                if (then != null) {
                    versions.add(then);
                }
            }
        }
        return versions;
    }

    private static @Nullable Stored then(Held held, List<Stored> earlier, @Nullable Instant asOf) {
        if (asOf == null || !held.recorded().isAfter(asOf)) {
            return withoutBody(held);
        }
        Stored last = null;
        for (Stored version : earlier) {
            last = version.recorded().isAfter(asOf) ? last : version;
        }
        return last;
    }

    private static Stored withoutBody(Held held) {
        return held.stored(Blob.EMPTY);
    }

    private Map<Key, List<Stored>> past(List<Held> entries) {
        List<String> rows = entries.stream()
                .flatMap(held -> held.past().stream().map(revision -> Names.body(scope, held.key(), revision)))
                .toList();
        Map<Key, List<Stored>> past = new HashMap<>();
        for (int from = 0; from < rows.size(); from += PAGE) {
            shelves.get(Shelf.SIDE, rows.subList(from, Math.min(rows.size(), from + PAGE))).stream()
                    .map(Keys::version)
                    .forEach(version -> past.computeIfAbsent(version.key(), first -> new ArrayList<>())
                            .add(version));
        }
        past.values().forEach(versions -> versions.sort(Comparator.comparingLong(Stored::contentRevision)));
        return past;
    }

    private List<Stored> withBodies(List<Stored> versions) {
        Map<Key, Stored> current = new HashMap<>();
        get(versions.stream().filter(this::isCurrent).map(Stored::key).toList())
                .forEach(stored -> current.put(stored.key(), stored));
        return versions.stream()
                .map(version -> isCurrent(version) ? current.getOrDefault(version.key(), version) : version)
                .toList();
    }

    private boolean isCurrent(Stored version) {
        Held held = index.entry(version.key());
        return held != null && held.contentRevision() == version.contentRevision();
    }

    /** Returns the current versions of keys. */
    List<Stored> get(Collection<Key> keys) {
        List<Held> there = new ArrayList<>();
        for (Key key : keys) {
            Held held = index.entry(key);
            if (held != null) {
                there.add(held);
            }
        }
        Map<String, ChromaDocument> bodies = bodies(there);
        return there.stream()
                .map(held -> held.stored(Keys.version(body(bodies, held)).body()))
                .toList();
    }

    /** Returns the rows with bodies and sidecars, by id. */
    Map<String, ChromaDocument> bodies(List<Held> entries) {
        Map<String, ChromaDocument> bodies = new HashMap<>();
        for (int from = 0; from < entries.size(); from += PAGE) {
            List<String> rows = entries.subList(from, Math.min(entries.size(), from + PAGE)).stream()
                    .map(held -> Names.body(scope, held.key(), held.contentRevision()))
                    .toList();
            shelves.get(Shelf.SIDE, rows).forEach(row -> bodies.put(row.id(), row));
        }
        return bodies;
    }

    ChromaDocument body(Map<String, ChromaDocument> bodies, Held held) {
        ChromaDocument body = bodies.get(Names.body(scope, held.key(), held.contentRevision()));
        if (body == null) {
            throw new StoreException(
                    "Daybook's own row of an entry is missing in Chroma, another program has removed it;"
                            + " run check with repair, it makes the row anew from what the other programs read");
        }
        return body;
    }
}

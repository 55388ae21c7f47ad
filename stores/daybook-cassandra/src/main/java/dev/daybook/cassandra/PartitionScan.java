package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.daybook.model.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.ScanPosition;
import dev.daybook.store.StoredEntry;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the versions of a scan. It first selects versions without their bodies from the shelf whose order suits the
 * scan, then reads the bodies of the page: current versions by position stand on {@link RowShelf#INDEX}, by time on
 * {@link RowShelf#TIME}, and all versions on {@link RowShelf#VERSION}, by position. A scan of history by time sorts in
 * memory.
 */
final class PartitionScan {

    private static final String AT = " WHERE scope = ? AND life = ? AND shelf = ";

    private final CassandraDatabase database;
    private final ByteBuffer key;
    private final int life;
    private final EntryScan scan;
    private final @Nullable ScanPosition after;
    private final Comparator<ScanPosition> order;
    private final boolean oldestFirst;

    private PartitionScan(CassandraDatabase database, ByteBuffer key, int life, EntryScan scan) {
        this.database = database;
        this.key = key;
        this.life = life;
        this.scan = scan;
        String cursor = scan.cursor();
        after = cursor == null ? null : ScanPosition.ofCursor(cursor);
        order = ScanPosition.order(scan.order());
        oldestFirst = scan.isOldestFirst();
    }

    static Page<StoredEntry> page(
            CassandraDatabase database,
            ContentBuckets buckets,
            ByteBuffer key,
            int life,
            EntryScan scan,
            LongConsumer sizes) {
        List<StoredEntry> selected = new PartitionScan(database, key, life, scan).select();
        Page<StoredEntry> page =
                Page.cut(selected, scan.limit(), last -> ScanPosition.of(last).cursor());
        List<PartitionEntries.VersionPlace> places =
                page.items().stream().map(PartitionEntries::place).toList();
        return new Page<>(new PartitionEntries(database, buckets, key, life).versions(places, sizes), page.cursor());
    }

    /** Returns versions without bodies in the order of the scan, one more than its limit if there are more. */
    private List<StoredEntry> select() {
        boolean current = scan.versions().equals(EntryScan.Versions.CURRENT);
        boolean byPosition = scan.isByPosition();
        int most = CassandraDatabase.oneMore(scan.limit());
        List<StoredEntry> selected = new ArrayList<>();
        for (Kind kind : scan.kinds()) {
            if (!current) {
                history(kind, byPosition, byPosition ? most : Integer.MAX_VALUE, selected);
            } else if (byPosition) {
                take(currentByPosition(kind), most, selected);
            } else {
                take(currentByTime(kind), most, selected);
            }
        }
        selected.sort(Comparator.comparing(ScanPosition::of, order));
        return selected.size() > most ? selected.subList(0, most) : selected;
    }

    private void take(Iterator<StoredEntry> versions, int most, List<StoredEntry> selected) {
        int wanted = selected.size() + most;
        while (versions.hasNext() && selected.size() < wanted) {
            StoredEntry version = versions.next();
            if (isSelected(version)) {
                selected.add(version);
            }
        }
    }

    private boolean isSelected(StoredEntry version) {
        return scan.accepts(version) && (after == null || order.compare(ScanPosition.of(version), after) > 0);
    }

    private Iterator<StoredEntry> currentByPosition(Kind kind) {
        return rows(
                "SELECT name, n, content, id, session, at, status FROM daybook_memory" + AT + RowShelf.INDEX
                        + " AND name = ? AND n >= ? AND n <= ?",
                row -> stored(row, row.getLong("n"), row.getLong("content"), row.getLong("at"), Instant.EPOCH),
                kind,
                firstPosition(true),
                lastPosition(true));
    }

    /** Returns the lowest position of a range of rows; a scan by position begins at its cursor. */
    private long firstPosition(boolean byPosition) {
        long first = scan.positions().first();
        return byPosition && oldestFirst && after != null ? Math.max(first, after.position()) : first;
    }

    private long lastPosition(boolean byPosition) {
        long last = scan.positions().last();
        return byPosition && !oldestFirst && after != null ? Math.min(last, after.position()) : last;
    }

    /** The entries of other kinds at the same time and position may stand before or after the cursor. */
    private Iterator<StoredEntry> currentByTime(Kind kind) {
        long fromTime = scan.from() == null ? Long.MIN_VALUE : RowValues.micros(scan.from());
        long fromPosition = 0;
        long toTime = scan.to() == null ? Long.MAX_VALUE : RowValues.micros(scan.to());
        long toPosition = Long.MAX_VALUE;
        if (after != null && oldestFirst && RowValues.micros(after.time()) >= fromTime) {
            fromTime = RowValues.micros(after.time());
            fromPosition = after.position();
        }
        if (after != null && !oldestFirst && RowValues.micros(after.time()) <= toTime) {
            toTime = RowValues.micros(after.time());
            toPosition = after.position();
        }
        return rows(
                "SELECT name, n, m, content, id, session, status FROM daybook_memory" + AT + RowShelf.TIME
                        + " AND name = ? AND (n, m) >= (?, ?) AND (n, m) <= (?, ?)",
                row -> stored(row, row.getLong("m"), row.getLong("content"), row.getLong("n"), Instant.EPOCH),
                kind,
                fromTime,
                fromPosition,
                toTime,
                toPosition);
    }

    /** Selects among all versions of each entry; those of an entry follow each other. */
    private void history(Kind kind, boolean byPosition, int most, List<StoredEntry> selected) {
        Iterator<Row> rows = database.read(
                        "SELECT name, n, m, id, session, at, recorded, status FROM daybook_memory" + AT
                                + RowShelf.VERSION + " AND name = ? AND n >= ? AND n <= ?" + direction(),
                        key,
                        life,
                        kind.label(),
                        firstPosition(byPosition),
                        lastPosition(byPosition))
                .iterator();
        List<StoredEntry> ofEntry = new ArrayList<>();
        while (rows.hasNext() && selected.size() < most) {
            Row row = rows.next();
            StoredEntry version = stored(
                    row,
                    row.getLong("n"),
                    row.getLong("m"),
                    row.getLong("at"),
                    RowValues.instant(row.getLong("recorded")));
            if (!ofEntry.isEmpty() && ofEntry.get(0).position() != version.position()) {
                choose(ofEntry, selected);
                ofEntry.clear();
            }
            ofEntry.add(version);
        }
        choose(ofEntry, selected);
    }

    private void choose(List<StoredEntry> ofEntry, List<StoredEntry> selected) {
        if (!oldestFirst) {
            Collections.reverse(ofEntry);
        }
        Instant asOf = scan.versions().asOf();
        if (asOf == null) {
            ofEntry.stream().filter(this::isSelected).forEach(selected::add);
        } else {
            ofEntry.stream()
                    .filter(version -> !version.recorded().isAfter(asOf))
                    .reduce((earlier, later) -> later)
                    .filter(this::isSelected)
                    .ifPresent(selected::add);
        }
    }

    @FunctionalInterface
    private interface RowReading {
        StoredEntry of(Row row);
    }

    /** The server leaves out other sessions, which would otherwise be most of the rows. */
    private Iterator<StoredEntry> rows(String select, RowReading reading, Kind kind, Long... bounds) {
        List<Object> parameters = new ArrayList<>(List.of(key, life, kind.label()));
        Collections.addAll(parameters, bounds);
        String session = scan.session();
        if (session != null) {
            parameters.add(session);
        }
        String condition = session == null ? "" : " AND session = ?";
        String filtering = session == null ? "" : " ALLOW FILTERING";
        Iterator<Row> rows = database.read(select + condition + direction() + filtering, parameters.toArray())
                .iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public StoredEntry next() {
                return reading.of(rows.next());
            }
        };
    }

    private String direction() {
        return oldestFirst ? "" : " ORDER BY life DESC, shelf DESC, name DESC, n DESC, m DESC";
    }

    /** Returns a version without its body. */
    private static StoredEntry stored(Row row, long position, long contentRevision, long at, Instant recorded) {
        return new StoredEntry(
                new EntryKey(Kind.of(RowValues.text(row, "name")), RowValues.text(row, "id")),
                position,
                contentRevision,
                row.getString("session"),
                RowValues.instant(at),
                recorded,
                RowValues.text(row, "status"),
                Blob.EMPTY);
    }
}

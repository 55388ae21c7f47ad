package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.daybook.model.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Reads index rows in order of revision. A log has a line per change, which names the entry that changed then. An index
 * row stands at its entry and is overwritten in place, so a line is stale once its entry has changed again: it then
 * stands in the log a second time, later. Moving index rows instead would leave a tombstone per change, and Cassandra
 * refuses a read over too many of them.
 */
final class ChangeLog {

    /** Index rows of a page, in bytes of their sidecars; a page that exceeds them ends early. */
    private static final long MAX_BYTES = 16_000_000;

    /** Lines that are read and followed at once. Few: the bytes are counted after each such step. */
    private static final int LINES = 200;

    private record LogLine(long revision, Kind kind, long position) {}

    private record EntryPlace(Kind kind, long position) {}

    private final CassandraDatabase database;
    private final ContentBuckets buckets;
    private final ByteBuffer key;
    private final int life;
    private final List<IndexRow> rows = new ArrayList<>();
    private long last;
    private long bytes;
    private boolean ended;

    private ChangeLog(
            CassandraDatabase database, ContentBuckets buckets, ByteBuffer key, int life, long afterRevision) {
        this.database = database;
        this.buckets = buckets;
        this.key = key;
        this.life = life;
        this.last = afterRevision;
    }

    static Page<IndexRow> page(
            CassandraDatabase database,
            ContentBuckets buckets,
            ByteBuffer key,
            int life,
            long afterRevision,
            int limit) {
        ChangeLog log = new ChangeLog(database, buckets, key, life, afterRevision);
        int wanted = CassandraDatabase.oneMore(limit);
        while (!log.ended && log.rows.size() < wanted && log.bytes <= MAX_BYTES) {
            log.readOn(Math.min(LINES, wanted));
        }
        if (!log.ended && log.rows.size() <= limit) {
            // More may follow; an empty last page is allowed.
            return new Page<>(
                    log.rows, Long.toString(log.rows.get(log.rows.size() - 1).revision()));
        }
        return Page.cut(log.rows, limit, row -> Long.toString(row.revision()));
    }

    private void readOn(int most) {
        List<LogLine> lines = lines(most);
        Map<EntryPlace, IndexRow> index = index(lines);
        // An entry whose contents are gone was changed or erased since its row was read.
        boolean ahead = !withContents(index);
        for (LogLine line : lines) {
            IndexRow row = index.get(new EntryPlace(line.kind(), line.position()));
            if (row != null && row.revision() == line.revision()) {
                rows.add(row);
                row.sidecars().values().forEach(sidecar -> bytes += sidecar.size());
            }
            // The entry was changed since the lines were read; its next line follows.
            ahead |= row != null && row.revision() > lines.get(lines.size() - 1).revision();
        }
        if (!lines.isEmpty()) {
            last = lines.get(lines.size() - 1).revision();
        }
        ended = lines.size() < most && !ahead;
        if (lines.size() < most && ahead) {
            // A batch that is under way may be visible in one read and not in the next; this finishes it.
            PartitionHead.readSettled(database, key);
        }
    }

    private List<LogLine> lines(int most) {
        List<LogLine> lines = new ArrayList<>();
        for (Row row : database.read(
                "SELECT n, kind, place FROM daybook_memory WHERE scope = ? AND life = ? AND shelf = " + RowShelf.LOG
                        + " AND name = '' AND n > ? LIMIT ?",
                key,
                life,
                last,
                most)) {
            lines.add(new LogLine(row.getLong("n"), Kind.of(RowValues.text(row, "kind")), row.getLong("place")));
        }
        return lines;
    }

    private Map<EntryPlace, IndexRow> index(Collection<LogLine> lines) {
        Map<Kind, List<Long>> positions = new HashMap<>();
        lines.stream()
                .map(line -> new EntryPlace(line.kind(), line.position()))
                .distinct()
                .forEach(place -> positions
                        .computeIfAbsent(place.kind(), first -> new ArrayList<>())
                        .add(place.position()));
        Map<EntryPlace, IndexRow> index = new HashMap<>();
        positions.forEach((kind, all) -> database.readEach(
                "SELECT n, id, changed, content, session, at, status, sidecars FROM daybook_memory"
                        + " WHERE scope = ? AND life = ? AND shelf = " + RowShelf.INDEX + " AND name = ? AND n IN ?",
                all,
                row -> index.put(new EntryPlace(kind, row.getLong("n")), indexRow(kind, row)),
                key,
                life,
                kind.label()));
        return index;
    }

    /**
     * Replaces the sidecars that are in buckets, and removes the rows of which some are gone.
     *
     * @return whether all were there
     */
    private boolean withContents(Map<EntryPlace, IndexRow> index) {
        List<ContentKey> keys = index.values().stream()
                .filter(row -> buckets.isApart(row.position()))
                .flatMap(row -> row.sidecars().keySet().stream().map(name -> key(row, name)))
                .toList();
        Map<ContentKey, Blob> contents = buckets.read(key, life, keys);
        Set<EntryPlace> gone = new HashSet<>();
        index.replaceAll((place, row) -> {
            if (!buckets.isApart(row.position())) {
                return row;
            }
            Map<String, Blob> sidecars = new HashMap<>();
            for (String name : row.sidecars().keySet()) {
                Blob bytes = contents.get(key(row, name));
                if (bytes == null) {
                    gone.add(place);
                    return row;
                }
                sidecars.put(name, bytes);
            }
            return row.withSidecars(sidecars);
        });
        index.keySet().removeAll(gone);
        return gone.isEmpty();
    }

    private ContentKey key(IndexRow row, String sidecar) {
        ByteBuffer value = Objects.requireNonNull(row.sidecars().get(sidecar)).read();
        return new ContentKey(
                life, row.key().kind(), row.position(), row.contentRevision(), sidecar, ContentBuckets.attempt(value));
    }

    private static IndexRow indexRow(Kind kind, Row row) {
        return new IndexRow(
                new EntryKey(kind, RowValues.text(row, "id")),
                row.getLong("n"),
                row.getLong("changed"),
                row.getLong("content"),
                row.getString("session"),
                RowValues.instant(row.getLong("at")),
                RowValues.text(row, "status"),
                RowValues.blobs(row, "sidecars"));
    }
}

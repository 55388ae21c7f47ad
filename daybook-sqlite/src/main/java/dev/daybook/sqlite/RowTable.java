package dev.daybook.sqlite;

import dev.daybook.store.Blob;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The index rows of scopes, in order of revision. */
final class RowTable {

    private RowTable() {}

    static void store(SqlConnection sql, long scope, IndexRow row) throws SQLException {
        long place = OrderKeys.row(scope, row.revision());
        sql.update("INSERT INTO index_row (place, packed) VALUES (?, ?)", place, PackedRow.pack(place, row));
    }

    static void erase(SqlConnection sql, long scope, long revision) throws SQLException {
        if (sql.update("DELETE FROM index_row WHERE place = ?", OrderKeys.row(scope, revision)) != 1) {
            throw new DamagedRecord("no index row of revision " + revision + " in scope " + scope);
        }
    }

    /** Moves a row to a new revision and adds a sidecar. */
    static void beside(SqlConnection sql, long scope, long revision, String name, Blob bytes, long newRevision)
            throws SQLException {
        IndexRow row = sql.first(
                "SELECT place, packed FROM index_row WHERE place = ?",
                found -> new PackedRow.Unpacker().unpack(found.getLong(1), SqlConnection.bytes(found, 2)),
                OrderKeys.row(scope, revision));
        erase(sql, scope, revision);
        if (row == null) {
            throw new DamagedRecord("no index row of revision " + revision + " in scope " + scope);
        }
        Map<String, Blob> sidecars = new HashMap<>(row.sidecars());
        sidecars.put(name, bytes);
        store(
                sql,
                scope,
                new IndexRow(
                        row.key(),
                        row.position(),
                        newRevision,
                        row.contentRevision(),
                        row.session(),
                        row.time(),
                        row.status(),
                        sidecars));
    }

    /**
     * A page of rows.
     *
     * @param damaged the number of damaged rows, which are replaced as by {@link RowFaults#repair}
     * @param missing whether some entries of the scope have no row
     */
    record RowPage(Page<IndexRow> page, int damaged, boolean missing) {}

    static RowPage page(SqlConnection sql, ScopeRecord scope, long afterRevision, int limit) throws SQLException {
        long wanted = ResultPages.oneMore(limit);
        PackedRow.Unpacker unpacker = new PackedRow.Unpacker();
        List<IndexRow> found = new ArrayList<>();
        int[] damaged = new int[1];
        PageBytes read = new PageBytes();
        sql.each(
                "SELECT place, packed FROM index_row WHERE place > ? AND place <= ? ORDER BY place LIMIT ?",
                row -> {
                    if (read.isFull()) {
                        return read.leave();
                    }
                    long place = row.getLong(1);
                    try {
                        return found.add(unpacker.unpack(place, read.count(SqlConnection.bytes(row, 2))));
                    } catch (DamagedRecord e) {
                        damaged[0]++;
                        return found.addAll(bare(sql, scope, OrderKeys.revision(place)));
                    }
                },
                OrderKeys.row(scope.number, Math.max(0, Math.min(afterRevision, OrderKeys.MAX_REVISION))),
                OrderKeys.last(scope.number),
                wanted);
        if (read.left && !found.isEmpty()) {
            Page<IndexRow> early =
                    new Page<>(found, Long.toString(found.get(found.size() - 1).revision()));
            return new RowPage(early, damaged[0], false);
        }
        // A damaged page of the tree can hide rows; after a full read of the scope they can be counted.
        boolean missing = afterRevision <= 0 && found.size() < wanted && found.size() != scope.tallies.total();
        return new RowPage(ResultPages.cut(found, limit, row -> Long.toString(row.revision())), damaged[0], missing);
    }

    /** Returns rows without sidecars from the entries: derived rows can be lost, entries are complete or reported. */
    private static List<IndexRow> bare(SqlConnection sql, ScopeRecord scope, long revision) throws SQLException {
        return sql.list(
                "SELECT " + EntryRecord.COLUMNS + " FROM entry WHERE place BETWEEN ? AND ? AND revision = ?",
                row -> EntryRecord.read(row).row(revision, Map.of()),
                OrderKeys.first(scope.number),
                OrderKeys.last(scope.number),
                revision);
    }

    /** The bytes read for a page. A page of large rows ends early, so that a thousand of them fit the heap. */
    private static final class PageBytes {

        private static final long MOST = 16_000_000;

        private long bytes;
        private boolean left;

        boolean isFull() {
            return bytes > MOST;
        }

        byte[] count(byte[] row) {
            bytes += row.length;
            return row;
        }

        /** Records that a row is left for the next page. */
        boolean leave() {
            left = true;
            return true;
        }
    }
}

package dev.daybook.sqlite;

import dev.daybook.store.IndexRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Inconsistencies between entries and index rows.
 *
 * @param rows keys of rows that are damaged or match no entry
 * @param entries keys of entries without a row
 */
record RowFaults(List<Long> rows, List<Long> entries) {

    static RowFaults find(SqlConnection sql) throws SQLException {
        return find(sql, 0, Long.MAX_VALUE);
    }

    private static RowFaults find(SqlConnection sql, long first, long last) throws SQLException {
        List<Long> rows = new ArrayList<>();
        PackedRow.Unpacker unpacker = new PackedRow.Unpacker();
        sql.each(
                "SELECT place, packed FROM index_row WHERE place BETWEEN ? AND ?",
                found -> fits(sql, unpacker, found.getLong(1), SqlConnection.bytes(found, 2))
                        || rows.add(found.getLong(1)),
                first,
                last);
        List<Long> entries = sql.list(
                "SELECT place FROM entry WHERE place BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM index_row"
                        + " WHERE index_row.place = entry.scope * ? + entry.revision)",
                found -> found.getLong(1),
                first,
                last,
                OrderKeys.first(1));
        return new RowFaults(rows, entries);
    }

    private static boolean fits(SqlConnection sql, PackedRow.Unpacker unpacker, long place, byte[] packed)
            throws SQLException {
        IndexRow row;
        try {
            row = unpacker.unpack(place, packed);
        } catch (DamagedRecord e) {
            return false;
        }
        return sql.number(
                        "SELECT count(*) FROM entry WHERE place = ? AND revision = ? AND id = ?"
                                + " AND content_revision = ?",
                        OrderKeys.entry(OrderKeys.scope(place), row.key().kind(), row.position()),
                        row.revision(),
                        row.key().id(),
                        row.contentRevision())
                == 1;
    }

    boolean isEmpty() {
        return rows.isEmpty() && entries.isEmpty();
    }

    /** Removes invalid rows, and writes rows without sidecars for entries that lost theirs. */
    static int repair(SqlConnection sql) throws SQLException {
        return repair(sql, 0, Long.MAX_VALUE);
    }

    /** Repairs the rows of one scope. */
    static int repair(SqlConnection sql, long scope) throws SQLException {
        return repair(sql, OrderKeys.first(scope), OrderKeys.last(scope));
    }

    private static int repair(SqlConnection sql, long first, long last) throws SQLException {
        RowFaults faults = find(sql, first, last);
        for (long place : faults.rows) {
            sql.update("DELETE FROM index_row WHERE place = ?", place);
        }
        List<Long> bare = faults.rows.isEmpty() ? faults.entries : find(sql, first, last).entries;
        for (long place : bare) {
            EntryRecord entry = sql.first(
                    "SELECT " + EntryRecord.COLUMNS + " FROM entry WHERE place = ?", EntryRecord::read, place);
            ScopeRecord scope = sql.first(
                    "SELECT " + ScopeRecord.COLUMNS + " FROM scope WHERE number = ?",
                    ScopeRecord::read,
                    OrderKeys.scope(place));
            if (entry != null && scope != null) {
                long revision = scope.nextRevision();
                RowTable.store(sql, scope.number, entry.row(revision, Map.of()));
                sql.update("UPDATE entry SET revision = ? WHERE place = ?", revision, place);
                scope.update(sql);
            }
        }
        return faults.rows.size() + bare.size();
    }
}

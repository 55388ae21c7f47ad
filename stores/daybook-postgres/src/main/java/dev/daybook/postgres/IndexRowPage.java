package dev.daybook.postgres;

import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A page of the index rows of a scope, in order of revision. */
final class IndexRowPage {

    /** The bytes of sidecars after which a page ends early, so that pages of large rows fit the heap. */
    private static final long MAX_BYTES = 16_000_000;

    private IndexRowPage() {}

    static Page<IndexRow> read(SqlSession sql, byte[] scope, long afterRevision, int limit) throws SQLException {
        List<IndexRow> rows = new ArrayList<>();
        long[] bytes = new long[1];
        // The server sums the sizes, so that it does not send what the page leaves out.
        sql.each(
                "SELECT kind, id, position, revision, content_revision, session, time, status, sidecars FROM (SELECT *,"
                        + " sum(octet_length(sidecars)) OVER (ORDER BY revision) - octet_length(sidecars) AS earlier FROM"
                        + " (SELECT * FROM daybook_entry WHERE scope = ? AND revision > ? ORDER BY revision LIMIT ?)"
                        + " AS candidate) AS sized WHERE earlier <= ? ORDER BY revision",
                row -> {
                    byte[] sidecars = row.getBytes(9);
                    bytes[0] += sidecars.length;
                    return rows.add(new IndexRow(
                            EntryRows.key(row),
                            row.getLong(3),
                            row.getLong(4),
                            row.getLong(5),
                            EntryRows.text(row.getBytes(6)),
                            StoredTimes.instant(row.getLong(7)),
                            row.getString(8),
                            PackedSidecars.unpack(sidecars)));
                },
                scope,
                afterRevision,
                Page.oneMore(limit),
                MAX_BYTES);
        if (bytes[0] > MAX_BYTES && rows.size() <= limit) {
            // More may follow; an empty last page is allowed.
            return new Page<>(rows, Long.toString(rows.get(rows.size() - 1).revision()));
        }
        return Page.cut(rows, limit, row -> Long.toString(row.revision()));
    }
}

package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.ErasedKey;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.store.Blob;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The index rows of scopes, in order of revision: entries with their sidecars. */
public final class RowTable {

    /** So that pages of large rows fit the heap, also those of several callers. */
    private static final long MAX_BYTES = 4_000_000;

    /** A row of more bytes is kept without its body. */
    private static final int LARGE = 16_000;

    private RowTable() {}

    /**
     * A page of rows.
     *
     * @param damaged the number of rows with damaged sidecars, which are left out as by {@link RowFaults#repair}
     * @param missing whether some entries of the scope have no row
     */
    public record RowPage(Page<IndexRow> page, int damaged, boolean missing) {}

    /** Returns the next page with rows: those that cannot be read are passed, and the page is empty at the end alone. */
    public static RowPage page(SqlConnection sql, ScopeRecord scope, long afterRevision, int limit)
            throws SQLException {
        RowPage next = pageOrGap(sql, scope, afterRevision, limit);
        String cursor = next.page.cursor();
        while (next.page.items().isEmpty() && cursor != null) {
            next = pageOrGap(sql, scope, Long.parseLong(cursor), limit);
            cursor = next.page.cursor();
        }
        return next;
    }

    private static RowPage pageOrGap(SqlConnection sql, ScopeRecord scope, long afterRevision, int limit)
            throws SQLException {
        long wanted = Page.oneMore(limit);
        EntryContent.Reader reader = new EntryContent.Reader();
        List<IndexRow> found = new ArrayList<>();
        int[] damaged = new int[1];
        int[] lost = new int[1];
        long[] lastRevision = new long[1];
        PageBytes read = new PageBytes(MAX_BYTES);
        sql.eachWhile(
                "SELECT " + EntryRow.COLUMNS + ", revision_key FROM entry INDEXED BY entry_by_revision"
                        + " WHERE revision_key > ? AND revision_key <= ? ORDER BY revision_key LIMIT ?",
                row -> {
                    if (read.isFull()) {
                        return read.leave();
                    }
                    EntryRow columns = EntryRow.readWithRevision(row);
                    lastRevision[0] = OrderKeys.revision(EntryRow.revisionKey(row));
                    @Nullable
                    EntryContent content =
                            columns.scope() == scope.number ? contentOrLost(columns, row, sql) : otherScope(columns);
                    if (content == null) {
                        lost[0]++;
                    } else {
                        read.count(content.size());
                        add(reader, columns, content, found, damaged, lost);
                    }
                    return true;
                },
                OrderKeys.revision(scope.number, Math.max(0, Math.min(afterRevision, OrderKeys.MAX_REVISION))),
                OrderKeys.last(scope.number),
                wanted);
        int rowsRead = found.size() + lost[0];
        if (read.isLeft() || lost[0] > 0 && rowsRead == wanted) {
            // The lost rows made room for the one beyond the limit; the next page begins behind the last row read.
            return new RowPage(new Page<>(found, Long.toString(lastRevision[0])), damaged[0], false);
        }
        // A damaged page of the tree can hide rows; after a full read of the scope they can be counted.
        boolean missing = afterRevision <= 0 && rowsRead < wanted && rowsRead != scope.tallies.total();
        return new RowPage(Page.cut(found, limit, row -> Long.toString(row.revision())), damaged[0], missing);
    }

    /** Adds a row, or counts its damage. */
    private static void add(
            EntryContent.Reader reader,
            EntryRow columns,
            EntryContent content,
            List<IndexRow> found,
            int[] damaged,
            int[] lost)
            throws DamagedRecord {
        try {
            IndexRow whole = reader.row(columns, content).row();
            found.add(content.size() > LARGE ? withoutBody(whole) : whole);
        } catch (ErasedKey erased) {
            throw erased;
        } catch (DamagedEntry named) {
            report(columns, "is damaged");
            lost[0]++;
        } catch (DamagedRecord sidecars) {
            damaged[0]++;
            // Sidecars are derived and can be lost, entries are complete or reported.
            found.add(reader.entry(columns, content).with(Map.of()).row());
        }
    }

    /** Copies the sidecars, so that they keep no buffer of the row. */
    private static IndexRow withoutBody(IndexRow row) {
        Map<String, Blob> sidecars = new HashMap<>();
        row.sidecars().forEach((name, sidecar) -> sidecars.put(name, Blob.of(sidecar.toArray())));
        return row.withSidecars(sidecars);
    }

    private static void report(EntryRow columns, String what) {
        System.getLogger(RowTable.class.getName())
                .log(
                        System.Logger.Level.ERROR,
                        "the {0} at position {1} of scope {2} {3}; run `daybook doctor`",
                        columns.kind().label(),
                        columns.position(),
                        columns.scope(),
                        what);
    }

    /** A damaged revision brings a row into the pages of another scope, which must not get it. */
    private static @Nullable EntryContent otherScope(EntryRow columns) {
        report(columns, "has a damaged revision");
        return null;
    }

    /** Returns the content of a row; null if its key is lost, so that one lost entry does not make its scope unreadable. */
    private static @Nullable EntryContent contentOrLost(EntryRow columns, ResultSet row, SqlConnection sql)
            throws SQLException {
        try {
            return columns.content(row, sql.cipher());
        } catch (ErasedKey erased) {
            throw erased;
        } catch (DamagedRecord lost) {
            report(columns, "has lost its key");
            return null;
        }
    }
}

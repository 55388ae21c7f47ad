package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.SqlConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteException;

/**
 * The records of the next step of {@link OldRecords}, found and read to their end on a read connection: a sector of the disk
 * that cannot be read, under a record that nobody has read for long, must not fail inside a transaction of the writer. The
 * scopes and places of such records are passed, and named.
 */
public final class OldRecordPlan {

    /** Bounds the groups and scopes without an older key; to look at one takes microseconds, and no writer waits for it. */
    private static final int LOOKED_AT = 4096;

    private static final int BASE_CODE = 0xff;
    private static final int CORRUPT = 11;

    /** {@code SQLITE_IOERR_READ}, {@code _SHORT_READ}, {@code _DATA} and {@code _CORRUPTFS}. */
    private static final List<Integer> UNREADABLE = List.of(10 | 1 << 8, 10 | 2 << 8, 10 | 32 << 8, 10 | 33 << 8);

    private final SqlConnection sql;
    private final int maxRecords;
    private final long maxBytes;
    private int lookedAt;
    private int records;
    private long bytes;

    /** The last scope and the last place that earlier steps have passed. */
    final long scopeBefore;

    final long placeBefore;

    /** The same behind this step. */
    long scope;

    long place;

    /** The scopes whose states have an older key. */
    final List<Long> scopes = new ArrayList<>();

    /** The places with a record that has an older key, in order. */
    final List<Long> places = new ArrayList<>();

    /** The records that cannot be read, described. */
    final List<String> left = new ArrayList<>();

    private OldRecordPlan(SqlConnection sql, int maxRecords, long maxBytes) throws SQLException {
        this.sql = sql;
        this.maxRecords = maxRecords;
        this.maxBytes = maxBytes;
        scopeBefore = OldRecordPosition.read(sql, OldRecordPosition.SCOPE);
        placeBefore = OldRecordPosition.read(sql, OldRecordPosition.PLACE);
        scope = scopeBefore;
        place = placeBefore;
    }

    /**
     * Reads the next records. The bounds may be passed by one entry with its versions, or by the states of one scope, which
     * have one key. They count damaged records as well.
     *
     * @param sql outside a transaction, which a failing read would end
     * @throws SQLException if the failure is not that of single pages; nothing is passed
     */
    public static OldRecordPlan read(SqlConnection sql, int maxRecords, long maxBytes) throws SQLException {
        OldRecordPlan plan = new OldRecordPlan(sql, maxRecords, maxBytes);
        plan.readScopes();
        plan.readPlaces();
        return plan;
    }

    /** Returns whether SQLite could not read a page, or found it damaged. */
    public static boolean isUnreadable(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                && (UNREADABLE.contains(sqlite.getResultCode().code)
                        || (sqlite.getResultCode().code & BASE_CODE) == CORRUPT);
    }

    private static void requireUnreadable(SQLException failure) throws SQLException {
        if (!isUnreadable(failure)) {
            throw failure;
        }
    }

    private boolean isFull() {
        return records >= maxRecords || bytes >= maxBytes || lookedAt >= LOOKED_AT;
    }

    private void readScopes() throws SQLException {
        while (!isFull() && scope != OldRecordPosition.END) {
            Long next = next(scope, this::scopeAfter, "the states of scopes");
            scope = next == null ? OldRecordPosition.END : next;
            if (next != null) {
                lookedAt++;
                try {
                    readStates(next);
                } catch (SQLException failure) {
                    requireUnreadable(failure);
                    left.add("the states of scope " + next + ", because of " + failure.getMessage());
                }
            }
        }
    }

    private void readStates(long number) throws SQLException {
        if (sql.cipher().hasOldKey((int) sql.number("SELECT state_key FROM scope WHERE number = ?", number))) {
            records++;
            sql.each("SELECT content FROM state WHERE scope = ?", row -> bytes += length(row.getBytes(1)), number);
            scopes.add(number);
        }
    }

    private static int length(byte @Nullable [] content) {
        return content == null ? 0 : content.length;
    }

    private void readPlaces() throws SQLException {
        while (!isFull() && place != OldRecordPosition.END) {
            Long next = next(place, this::placeAfter, "the entries at places");
            if (next == null) {
                place = OldRecordPosition.END;
            } else {
                readGroup(next, OrderKeys.groupEnd(next));
            }
        }
    }

    private void readGroup(long first, long end) throws SQLException {
        TreeMap<Long, List<OldRow>> rows = new TreeMap<>();
        try {
            // The step looks for the keys of the whole group.
            lookedAt += KeySlots.ofWholeGroup(sql, OrderKeys.groupBegin(first)).size();
            oldRows("entry", first, end, rows);
            oldRows("version", first, end, rows);
        } catch (SQLException failure) {
            requireUnreadable(failure);
            left.add("the entries at positions " + OrderKeys.position(first) + " to " + OrderKeys.position(end)
                    + " of scope " + OrderKeys.scope(end) + ", because of " + failure.getMessage());
            place = end;
            return;
        }
        for (Map.Entry<Long, List<OldRow>> each : rows.entrySet()) {
            if (isFull()) {
                return;
            }
            place = each.getKey();
            readContents(place, each.getValue());
        }
        place = end;
    }

    private record OldRow(String table, long contentRevision, long bytes) {}

    /** Adds the rows with an older key. To find the length of a content does not read it. */
    private void oldRows(String table, long first, long end, Map<Long, List<OldRow>> rows) throws SQLException {
        sql.each(
                "SELECT place, key_slot, content_revision, length(content) FROM " + table
                        + " WHERE place BETWEEN ? AND ?",
                row -> {
                    lookedAt++;
                    return KeySlots.mayBeOld(sql, row.getLong(2), row.getLong(1))
                            && rows.computeIfAbsent(row.getLong(1), at -> new ArrayList<>())
                                    .add(new OldRow(table, row.getLong(3), row.getLong(4)));
                },
                first,
                end);
    }

    private void readContents(long at, List<OldRow> rows) throws SQLException {
        try {
            for (OldRow row : rows) {
                records++;
                bytes += row.bytes;
                sql.each(
                        "SELECT content FROM " + row.table + " WHERE place = ? AND content_revision = ?",
                        content -> content.getBytes(1),
                        at,
                        row.contentRevision);
            }
            places.add(at);
        } catch (SQLException failure) {
            requireUnreadable(failure);
            left.add("the entry at position " + OrderKeys.position(at) + " of scope " + OrderKeys.scope(at)
                    + ", because of " + failure.getMessage());
        }
    }

    private @Nullable Long scopeAfter(long after) throws SQLException {
        return sql.first(
                "SELECT number FROM scope WHERE number > ? ORDER BY number LIMIT 1", row -> row.getLong(1), after);
    }

    private @Nullable Long placeAfter(long after) throws SQLException {
        Long next = null;
        for (String table : new String[] {"entry", "version"}) {
            Long found = sql.first(
                    "SELECT place FROM " + table + " WHERE place > ? ORDER BY place LIMIT 1",
                    row -> row.getLong(1),
                    after);
            next = next == null || found != null && found < next ? found : next;
        }
        return next;
    }

    @FunctionalInterface
    private interface Search {
        /** Returns the next number; null at the end. */
        @Nullable
        Long after(long number) throws SQLException;
    }

    /** Searches on behind pages that cannot be read. */
    private @Nullable Long next(long after, Search search, String what) throws SQLException {
        try {
            return search.after(after);
        } catch (SQLException failure) {
            requireUnreadable(failure);
            long readable = firstReadable(after, search, failure);
            left.add(what + " " + (after + 1) + " to " + readable + ", because of " + failure.getMessage());
            return search.after(readable);
        }
    }

    /**
     * Returns the first number behind a failing search whose search succeeds: looks in growing distances, then between the last
     * two of them.
     *
     * @throws SQLException if no search succeeds, as that is no failure of single pages
     */
    private static long firstReadable(long failing, Search search, SQLException failure) throws SQLException {
        long last = OldRecordPosition.END - 1;
        long before = failing;
        long readable = failing;
        for (long distance = 1; !isReadable(readable, search); distance *= 2) {
            if (readable == last) {
                throw failure;
            }
            before = readable;
            readable = readable > last - distance ? last : readable + distance;
        }
        while (readable - before > 1) {
            long middle = before + (readable - before) / 2;
            if (isReadable(middle, search)) {
                readable = middle;
            } else {
                before = middle;
            }
        }
        return readable;
    }

    private static boolean isReadable(long number, Search search) throws SQLException {
        try {
            search.after(number);
            return true;
        } catch (SQLException failure) {
            requireUnreadable(failure);
            return false;
        }
    }
}

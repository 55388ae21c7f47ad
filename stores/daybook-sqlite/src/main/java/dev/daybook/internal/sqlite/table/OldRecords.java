package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.MovedKeys;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.SqlConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Moves the records of earlier builds to keys of this one, a bounded step in each transaction of the writer: first the
 * states of each scope, then entries and versions in the order of their places. What is read is written in the same
 * transaction, so nothing comes in between.
 *
 * <p>The table {@code meta} has the last scope and the last place that a step has passed. Nothing behind them has an older
 * key again: new records never use one. A group may have both keys between two steps; an erasure in it destroys both, as it
 * does with all keys of a group.
 */
public final class OldRecords {

    private static final String SCOPE = "moved_scope";
    private static final String PLACE = "moved_place";
    private static final String LEFT = "moved_left";
    private static final long END = Long.MAX_VALUE;

    /** Bounds a step through groups that have no older key; to look at one takes microseconds. */
    private static final int GROUPS = 64;

    /**
     * The outcome of a step.
     *
     * @param bytes the size of the moved records, encrypted
     * @param left the damaged records that the step left as they are
     * @param allLeft the number of those that all steps left
     * @param done whether all records have been passed
     */
    public record Step(int records, long bytes, List<String> left, long allLeft, boolean done) {}

    private final SqlConnection sql;
    private final int maxRecords;
    private final long maxBytes;
    private final List<String> left = new ArrayList<>();
    private int groups;
    private int records;
    private long bytes;

    private OldRecords(SqlConnection sql, int maxRecords, long maxBytes) {
        this.sql = sql;
        this.maxRecords = maxRecords;
        this.maxBytes = maxBytes;
    }

    /** Returns whether all records have been passed. */
    public static boolean areMoved(SqlConnection sql) throws SQLException {
        return position(sql, PLACE) == END;
    }

    /** Begins again, after a repair that may have made damaged records readable. */
    public static void passAgain(SqlConnection sql) throws SQLException {
        sql.update("DELETE FROM meta WHERE name IN (?, ?, ?)", SCOPE, PLACE, LEFT);
    }

    /** Counts the entries, versions and states whose key is of an earlier build. */
    public static long count(SqlConnection sql) throws SQLException {
        return KeySlots.countOld(sql, "entry") + KeySlots.countOld(sql, "version") + StateTable.countOld(sql);
    }

    /**
     * Moves the next records. The bounds may be passed by one entry with its versions, or by the states of one scope, which
     * have one key.
     */
    public static Step move(SqlConnection sql, int maxRecords, long maxBytes) throws SQLException {
        OldRecords step = new OldRecords(sql, maxRecords, maxBytes);
        long scope = position(sql, SCOPE);
        if (scope != END) {
            store(sql, SCOPE, step.moveStates(scope));
        }
        long place = position(sql, PLACE);
        if (!step.isFull() && place != END) {
            place = step.moveEntries(place);
            store(sql, PLACE, place);
        }
        long allLeft = position(sql, LEFT) + step.left.size();
        if (!step.left.isEmpty()) {
            store(sql, LEFT, allLeft);
        }
        return new Step(step.records, step.bytes, List.copyOf(step.left), allLeft, place == END);
    }

    private static long position(SqlConnection sql, String name) throws SQLException {
        return sql.number("SELECT value FROM meta WHERE name = ?", name);
    }

    private static void store(SqlConnection sql, String name, long value) throws SQLException {
        sql.update("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", name, value);
    }

    private boolean isFull() {
        return records >= maxRecords || bytes >= maxBytes || groups >= GROUPS;
    }

    /** Returns the last scope that was passed. */
    private long moveStates(long from) throws SQLException {
        long after = from;
        while (!isFull()) {
            Long number = sql.first(
                    "SELECT number FROM scope WHERE number > ? ORDER BY number LIMIT 1", row -> row.getLong(1), after);
            if (number == null) {
                return END;
            }
            groups++;
            after = number;
            try {
                moveStatesOf(number);
            } catch (DamagedRecord damaged) {
                left.add("the states of scope " + number + ", because of " + damaged.getMessage());
            }
        }
        return after;
    }

    private void moveStatesOf(long number) throws SQLException {
        if (sql.cipher().hasOldKey((int) sql.number("SELECT state_key FROM scope WHERE number = ?", number))) {
            ScopeRecord scope = sql.first(
                    "SELECT " + ScopeRecord.COLUMNS + " FROM scope WHERE number = ?",
                    row -> ScopeRecord.read(row, sql.cipher()),
                    number);
            if (scope != null) {
                bytes += StateTable.move(sql, scope);
                records++;
            }
        }
    }

    /** Returns the last place that was passed. */
    private long moveEntries(long from) throws SQLException {
        long after = from;
        while (!isFull()) {
            Long next = placeAfter(after, END);
            if (next == null) {
                return END;
            }
            groups++;
            after = moveGroup(after, OrderKeys.groupBegin(next));
        }
        return after;
    }

    /** Moves the entries of a group behind a place; returns the last place that was passed. */
    private long moveGroup(long from, long group) throws SQLException {
        long end = OrderKeys.groupEnd(group);
        Set<Integer> before = KeySlots.ofWholeGroup(sql, group);
        Set<Integer> old = new HashSet<>(before);
        old.removeIf(each -> !sql.cipher().hasOldKey(each));
        if (old.isEmpty()) {
            return end;
        }
        int slot = openSlot(before);
        long after = from;
        while (!isFull() && after != end) {
            Long place = placeAfter(after, end);
            after = place == null ? end : place;
            if (place != null) {
                slot = slot == KeySlots.NONE ? KeySlots.next(sql) : slot;
                move("entry", place, slot);
                move("version", place, slot);
            }
        }
        Set<Integer> present = KeySlots.ofWholeGroup(sql, group);
        // The key of a row with a damaged number may be any of them.
        if (!present.contains(KeySlots.NONE)) {
            old.removeAll(present);
            MovedKeys.add(sql, OrderKeys.scope(group), old);
        }
        return after;
    }

    private int openSlot(Set<Integer> slots) throws SQLException {
        for (int slot : slots) {
            if (KeySlots.isOpen(sql, slot)) {
                return slot;
            }
        }
        return KeySlots.NONE;
    }

    private @Nullable Long placeAfter(long after, long last) throws SQLException {
        Long next = null;
        for (String table : new String[] {"entry", "version"}) {
            Long found = sql.first(
                    "SELECT place FROM " + table + " WHERE place > ? AND place <= ? ORDER BY place LIMIT 1",
                    row -> row.getLong(1),
                    after,
                    last);
            next = next == null || found != null && found < next ? found : next;
        }
        return next;
    }

    /** Moves the rows of a place one by one: there may be many versions. */
    private void move(String table, long place, int slot) throws SQLException {
        for (long contentRevision :
                sql.list("SELECT content_revision FROM " + table + " WHERE place = ?", row -> row.getLong(1), place)) {
            try {
                move(table, place, contentRevision, slot);
            } catch (DamagedRecord damaged) {
                left.add(String.valueOf(damaged.getMessage()));
            }
        }
    }

    private void move(String table, long place, long contentRevision, int slot) throws SQLException {
        byte[] moved = sql.first(
                "SELECT " + EntryRow.COLUMNS_BY_PLACE + ", "
                        + (table.equals("entry") ? "revision_key" : OrderKeys.first(OrderKeys.scope(place)))
                        + " FROM " + table + " WHERE place = ? AND content_revision = ?",
                row -> {
                    EntryRow columns = EntryRow.readWithRevision(row);
                    if (!sql.cipher().hasOldKey(columns.keySlot())) {
                        return new byte[0];
                    }
                    EntryContent content = columns.contentOrDamaged(row, sql.cipher());
                    new EntryContent.Reader().entry(columns, content);
                    return EntryCipher.encrypt(sql.cipher(), columns.under(slot), content);
                },
                place,
                contentRevision);
        if (moved != null && moved.length > 0) {
            records++;
            bytes += moved.length;
            sql.update(
                    "UPDATE " + table + " SET key_slot = ?, content = ? WHERE place = ? AND content_revision = ?",
                    KeySlots.stored(slot, place),
                    moved,
                    place,
                    contentRevision);
        }
    }
}

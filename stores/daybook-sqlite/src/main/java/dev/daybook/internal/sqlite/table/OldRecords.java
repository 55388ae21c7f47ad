package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.MovedKeys;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.SqlConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Moves the records of earlier builds to keys of this one, a bounded step in each transaction of the writer: first the
 * states of each scope, then entries and versions in the order of their places. A {@link OldRecordPlan} names them; each is
 * read again and written in the same transaction, so nothing comes in between.
 *
 * <p>The table {@code meta} has the last scope and the last place that a step has passed. Nothing behind them has an older
 * key again: new records never use one. A group may have both keys between two steps; an erasure in it destroys both, as it
 * does with all keys of a group.
 */
public final class OldRecords {

    private static final String LEFT = "moved_left";

    /**
     * The outcome of a step.
     *
     * @param bytes the size of the moved records, encrypted
     * @param keys the number of keys that nothing refers to any more
     * @param left the damaged records that the step left as they are
     * @param allLeft the number of those that all steps left
     * @param done whether all records have been passed
     * @param keysRemain whether all records have been passed, and older keys of moved ones are not destroyed
     */
    public record Step(
            int records, long bytes, int keys, List<String> left, long allLeft, boolean done, boolean keysRemain) {}

    private final SqlConnection sql;
    private final List<String> left = new ArrayList<>();

    /** The slots that no record refers to any more, with their scopes. */
    private final Map<Integer, Long> keys = new HashMap<>();

    private int records;
    private long bytes;

    private OldRecords(SqlConnection sql) {
        this.sql = sql;
    }

    /** Returns whether all records have been passed. */
    public static boolean areMoved(SqlConnection sql) throws SQLException {
        return OldRecordPosition.read(sql, OldRecordPosition.SCOPE) == OldRecordPosition.END
                && OldRecordPosition.read(sql, OldRecordPosition.PLACE) == OldRecordPosition.END;
    }

    /** Begins again, after a repair that may have made damaged records readable. */
    public static void passAgain(SqlConnection sql) throws SQLException {
        sql.update("DELETE FROM meta WHERE name IN (?, ?, ?)", OldRecordPosition.SCOPE, OldRecordPosition.PLACE, LEFT);
    }

    /** Counts the entries, versions and states whose key is of an earlier build. */
    public static long count(SqlConnection sql) throws SQLException {
        return KeySlots.countOld(sql, "entry") + KeySlots.countOld(sql, "version") + StateTable.countOld(sql);
    }

    /** Moves the records of a plan. Moves none if the pass has begun again since the plan was made. */
    public static Step move(SqlConnection sql, OldRecordPlan plan) throws SQLException {
        if (OldRecordPosition.read(sql, OldRecordPosition.SCOPE) != plan.scopeBefore
                || OldRecordPosition.read(sql, OldRecordPosition.PLACE) != plan.placeBefore) {
            return new Step(0, 0, 0, List.of(), 0, false, false);
        }
        OldRecords step = new OldRecords(sql);
        step.left.addAll(plan.left);
        step.moveStates(plan.scopes);
        step.moveEntries(plan.places);
        MovedKeys.add(sql, step.keys);
        if (plan.scope != plan.scopeBefore) {
            OldRecordPosition.store(sql, OldRecordPosition.SCOPE, plan.scope);
        }
        if (plan.place != plan.placeBefore) {
            OldRecordPosition.store(sql, OldRecordPosition.PLACE, plan.place);
        }
        long allLeft = sql.number("SELECT value FROM meta WHERE name = ?", LEFT) + step.left.size();
        if (!step.left.isEmpty()) {
            sql.update("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", LEFT, allLeft);
        }
        boolean done = areMoved(sql);
        return new Step(
                step.records,
                step.bytes,
                step.keys.size(),
                List.copyOf(step.left),
                allLeft,
                done,
                done && MovedKeys.remain(sql));
    }

    private void moveStates(List<Long> scopes) throws SQLException {
        for (long number : scopes) {
            try {
                moveStatesOf(number);
            } catch (DamagedRecord damaged) {
                left.add("the states of scope " + number + ", because of " + damaged.getMessage());
            }
        }
    }

    private void moveStatesOf(long number) throws SQLException {
        int before = (int) sql.number("SELECT state_key FROM scope WHERE number = ?", number);
        if (sql.cipher().hasOldKey(before)) {
            ScopeRecord scope = sql.first(
                    "SELECT " + ScopeRecord.COLUMNS + " FROM scope WHERE number = ?",
                    row -> ScopeRecord.read(row, sql.cipher()),
                    number);
            if (scope != null) {
                bytes += StateTable.move(sql, scope);
                keys.put(before, number);
                records++;
            }
        }
    }

    private void moveEntries(List<Long> places) throws SQLException {
        Map<Long, List<Long>> groups = new TreeMap<>();
        for (long place : places) {
            groups.computeIfAbsent(OrderKeys.groupBegin(place), group -> new ArrayList<>())
                    .add(place);
        }
        for (Map.Entry<Long, List<Long>> group : groups.entrySet()) {
            moveGroup(group.getKey(), group.getValue());
        }
    }

    private void moveGroup(long group, List<Long> places) throws SQLException {
        Set<Integer> before = KeySlots.ofWholeGroup(sql, group);
        Set<Integer> old = new HashSet<>(before);
        old.removeIf(each -> !sql.cipher().hasOldKey(each));
        if (old.isEmpty()) {
            return;
        }
        int slot = openSlot(before);
        for (long place : places) {
            slot = slot == KeySlots.NONE ? KeySlots.next(sql) : slot;
            move("entry", place, slot);
            move("version", place, slot);
        }
        Set<Integer> present = KeySlots.ofWholeGroup(sql, group);
        // The key of a row with a damaged number may be any of them.
        if (!present.contains(KeySlots.NONE)) {
            old.removeAll(present);
            old.forEach(each -> keys.put(each, OrderKeys.scope(group)));
        }
    }

    private int openSlot(Set<Integer> slots) throws SQLException {
        for (int slot : slots) {
            if (KeySlots.isOpen(sql, slot)) {
                return slot;
            }
        }
        return KeySlots.NONE;
    }

    /** Moves the rows of a place one by one: there may be many versions. */
    private void move(String table, long place, int slot) throws SQLException {
        List<Long> revisions = new ArrayList<>();
        sql.each(
                "SELECT content_revision, key_slot FROM " + table + " WHERE place = ?",
                row -> KeySlots.mayBeOld(sql, row.getLong(2), place) && revisions.add(row.getLong(1)),
                place);
        for (long contentRevision : revisions) {
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
                    EntryContent content = columns.contentOrDamaged(row, sql.cipher());
                    new EntryContent.Reader().entry(columns, content);
                    return EntryCipher.encrypt(sql.cipher(), columns.under(slot), content);
                },
                place,
                contentRevision);
        if (moved != null) {
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

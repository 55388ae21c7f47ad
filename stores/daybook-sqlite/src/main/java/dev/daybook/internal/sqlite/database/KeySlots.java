package dev.daybook.internal.sqlite.database;

import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * Assigns the slots of the key file to records. Consecutive positions of a scope and kind share a key in groups, so that
 * an erasure encrypts at most the rest of a group again. Called inside a transaction of the writer.
 */
public final class KeySlots {

    /** Stands for no slot; the first slot of the file stays unused. */
    public static final int NONE = 0;

    private static final int CHECK_BITS = 16;

    private KeySlots() {}

    /**
     * Packs a slot with a check of its owner. A flipped bit in a stored slot must not name the key of another record,
     * which an erasure would then destroy.
     *
     * @param owner the place of an entry; entries of a group have the same slot
     */
    public static long stored(int slot, long owner) {
        return (long) slot << CHECK_BITS | check(slot, owner);
    }

    /** Returns the slot of a stored number. */
    public static int slot(long stored, long owner) throws DamagedRecord {
        long slot = stored >> CHECK_BITS;
        if (slot < 0 || slot > Integer.MAX_VALUE || stored(((int) slot), owner) != stored) {
            throw new DamagedRecord("the number of an encryption key");
        }
        return (int) slot;
    }

    private static long check(int slot, long owner) {
        CRC32 crc = new CRC32();
        crc.update(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(OrderKeys.groupBegin(owner))
                .putLong(slot)
                .flip());
        return crc.getValue() & (1 << CHECK_BITS) - 1;
    }

    /** Takes the next unused slot; its key is durable, and not of an earlier build. */
    public static int next(SqlConnection sql) throws SQLException {
        int slot = used(sql);
        do {
            slot = Math.addExact(slot, 1);
            sql.cipher().require(slot);
            // A slot may be without a key after a power cut during a growth, or if a transaction was lost with its log.
        } while (!sql.cipher().canSeal(slot));
        sql.update("UPDATE meta SET value = ? WHERE name = 'key_slots'", stored(slot, 0));
        return slot;
    }

    /** Returns the highest slot that was ever used, or if that number is damaged, the highest that is in use. */
    public static int used(SqlConnection sql) throws SQLException {
        try {
            return verifyUsed(sql);
        } catch (DamagedRecord damaged) {
            // Higher slots are erased or unused.
            return referenced(sql, "main").stream().mapToInt(slot -> slot).max().orElse(NONE);
        }
    }

    /** @throws DamagedRecord if the number of used slots is damaged */
    public static int verifyUsed(SqlConnection sql) throws SQLException {
        long stored = sql.number("SELECT value FROM meta WHERE name = 'key_slots'");
        return stored == 0 ? NONE : slot(stored, 0);
    }

    /**
     * Lets no new content use the slots up to this one. A backup has their keys, which must not read what is written after
     * it.
     */
    public static void seal(SqlConnection sql, int slot) throws SQLException {
        sql.update("INSERT OR REPLACE INTO meta (name, value) VALUES ('sealed_slots', ?)", slot);
    }

    /** Ends the sealing of all slots that an interrupted backup left. */
    public static void endSealing(SqlConnection sql) throws SQLException {
        if (isBackedUp(sql)) {
            seal(sql, used(sql));
        }
    }

    /** Returns whether a backup is being made. */
    public static boolean isBackedUp(SqlConnection sql) throws SQLException {
        return sql.number("SELECT value FROM meta WHERE name = 'sealed_slots'") == Integer.MAX_VALUE;
    }

    /** Returns whether new content may be encrypted with the key of a slot. */
    public static boolean isOpen(SqlConnection sql, int slot) throws SQLException {
        return isOpen(sql, slot, sql.number("SELECT value FROM meta WHERE name = 'sealed_slots'"));
    }

    private static boolean isOpen(SqlConnection sql, int slot, long sealed) {
        return slot > sealed && sql.cipher().canSeal(slot);
    }

    /**
     * Returns the slots of all entries, versions and scopes, without damaged numbers.
     *
     * @param database its name in the connection: {@code main}, or an attached one
     */
    public static Set<Integer> referenced(SqlConnection sql, String database) throws SQLException {
        Set<Integer> slots = new HashSet<>();
        for (String table : new String[] {"entry", "version"}) {
            sql.each(
                    "SELECT place, key_slot FROM " + database + "." + table,
                    row -> slots.add(validOrNone(row.getLong(2), row.getLong(1))));
        }
        sql.each("SELECT name_key, state_key FROM " + database + ".scope", row -> {
            slots.add(row.getInt(1));
            return slots.add(row.getInt(2));
        });
        slots.remove(NONE);
        return slots;
    }

    /**
     * Returns the used slots with a key that nothing refers to. A row with a damaged number had one of them, so an erasure
     * of the row erases them all.
     */
    public static Set<Integer> unreferenced(SqlConnection sql) throws SQLException {
        Set<Integer> referenced = referenced(sql, "main");
        Set<Integer> slots = new HashSet<>();
        for (int slot = used(sql); slot > NONE; slot--) {
            if (!referenced.contains(slot) && sql.cipher().hasKey(slot)) {
                slots.add(slot);
            }
        }
        return slots;
    }

    /** Returns the slot for new content in the group of a place: that of its last entry, or a new one. */
    public static int ofGroup(SqlConnection sql, long place) throws SQLException {
        // One statement, because each write runs it.
        Integer open = sql.first(
                "SELECT (SELECT key_slot FROM entry WHERE place BETWEEN ? AND ? ORDER BY place DESC LIMIT 1),"
                        + " (SELECT value FROM meta WHERE name = 'sealed_slots')",
                row -> {
                    int slot = validOrNone(row.getLong(1), place);
                    return isOpen(sql, slot, row.getLong(2)) ? slot : NONE;
                },
                OrderKeys.groupBegin(place),
                OrderKeys.groupEnd(place));
        return open == null || open == NONE ? next(sql) : open;
    }

    /** Counts the rows of a table whose key is of an earlier build. */
    public static long countOld(SqlConnection sql, String table) throws SQLException {
        long[] count = {0};
        sql.each("SELECT place, key_slot FROM " + table, row -> {
            if (sql.cipher().hasOldKey(validOrNone(row.getLong(2), row.getLong(1)))) {
                count[0]++;
            }
            return true;
        });
        return count[0];
    }

    /** Returns whether a stored number is that of a key of an earlier build, or may be, as it is damaged. */
    public static boolean mayBeOld(SqlConnection sql, long stored, long owner) {
        int slot = validOrNone(stored, owner);
        return slot == NONE || sql.cipher().hasOldKey(slot);
    }

    /** Returns the slot of a stored number, or {@link #NONE} if it is damaged. */
    static int validOrNone(long stored, long owner) {
        try {
            return slot(stored, owner);
        } catch (DamagedRecord damaged) {
            return NONE;
        }
    }

    /** Returns the slots of all entries and versions of a scope. */
    public static Set<Integer> ofEntries(SqlConnection sql, long scope) throws SQLException {
        Set<Integer> slots = new HashSet<>();
        for (String table : new String[] {"entry", "version"}) {
            slots.addAll(between(sql, table, OrderKeys.first(scope), OrderKeys.last(scope)));
        }
        return slots;
    }

    /** Returns the slots of the rows of a table between two places, without damaged ones. */
    private static List<Integer> between(SqlConnection sql, String table, long first, long last) throws SQLException {
        return sql.list(
                "SELECT place, key_slot FROM " + table + " WHERE place BETWEEN ? AND ?",
                row -> validOrNone(row.getLong(2), row.getLong(1)),
                first,
                last);
    }

    /** Returns the slots of the entries and versions of a group. */
    public static Set<Integer> ofWholeGroup(SqlConnection sql, long group) throws SQLException {
        Set<Integer> slots = new HashSet<>(between(sql, "entry", group, OrderKeys.groupEnd(group)));
        slots.addAll(between(sql, "version", group, OrderKeys.groupEnd(group)));
        return slots;
    }

    /** Returns the keys recorded by {@link #markErased}, without damaged numbers. */
    public static List<Integer> markedErased(SqlConnection sql) throws SQLException {
        return sql.list("SELECT slot FROM erased_key", row -> validOrNone(row.getLong(1), 0)).stream()
                .filter(slot -> slot != NONE)
                .toList();
    }

    /**
     * Records keys to be erased once the transaction is durable. Call it when no row refers to them any more.
     *
     * @param slots with {@link #NONE} for a row whose number is damaged
     */
    public static void markErased(SqlConnection sql, Collection<Integer> slots) throws SQLException {
        Set<Integer> erased = new HashSet<>(slots);
        if (erased.remove(NONE)) {
            erased.addAll(unreferenced(sql));
        }
        for (int slot : erased) {
            sql.update("INSERT OR IGNORE INTO erased_key (slot) VALUES (?)", stored(slot, 0));
        }
    }
}

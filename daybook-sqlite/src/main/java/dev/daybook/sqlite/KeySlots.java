package dev.daybook.sqlite;

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
final class KeySlots {

    /** Stands for no slot; the first slot of the file stays unused. */
    static final int NONE = 0;

    private static final int CHECK_BITS = 16;

    private KeySlots() {}

    /**
     * Packs a slot with a check of its owner. A flipped bit in a stored slot must not name the key of another record,
     * which an erasure would then destroy.
     *
     * @param owner the place of an entry; entries of a group have the same slot
     */
    static long stored(int slot, long owner) {
        return (long) slot << CHECK_BITS | check(slot, owner);
    }

    /** Returns the slot of a stored number. */
    static int slot(long stored, long owner) throws DamagedRecord {
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

    /** Takes the next unused slot; its key is durable. */
    static int next(SqlConnection sql) throws SQLException {
        int slot = used(sql);
        do {
            slot = Math.addExact(slot, 1);
            sql.cipher().require(slot);
            // A slot may be without a key after a power cut during a growth, or if a transaction was lost with its log.
        } while (!sql.cipher().hasKey(slot));
        sql.update("UPDATE meta SET value = ? WHERE name = 'key_slots'", stored(slot, 0));
        return slot;
    }

    /** Returns the highest slot that was ever used. */
    static int used(SqlConnection sql) throws SQLException {
        long stored = sql.number("SELECT value FROM meta WHERE name = 'key_slots'");
        return stored == 0 ? NONE : slot(stored, 0);
    }

    /** Returns the slot of the group of a place, taking a new one for a group without readable entries. */
    static int ofGroup(SqlConnection sql, long place) throws SQLException {
        long stored = sql.number(
                "SELECT key_slot FROM entry WHERE place BETWEEN ? AND ? LIMIT 1",
                OrderKeys.groupBegin(place),
                OrderKeys.groupEnd(place));
        int slot = validOrNone(stored, place);
        return sql.cipher().hasKey(slot) ? slot : next(sql);
    }

    /** Returns the slot of a stored number, or {@link #NONE} if it is damaged. */
    private static int validOrNone(long stored, long owner) {
        try {
            return slot(stored, owner);
        } catch (DamagedRecord damaged) {
            return NONE;
        }
    }

    /** Returns the slots of all entries and versions of a scope. */
    static Set<Integer> ofEntries(SqlConnection sql, long scope) throws SQLException {
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
    static Set<Integer> ofWholeGroup(SqlConnection sql, long group) throws SQLException {
        Set<Integer> slots = new HashSet<>(between(sql, "entry", group, OrderKeys.groupEnd(group)));
        slots.addAll(between(sql, "version", group, OrderKeys.groupEnd(group)));
        return slots;
    }

    /** Records keys to be erased once the transaction is durable. */
    static void markErased(SqlConnection sql, Collection<Integer> slots) throws SQLException {
        for (int slot : slots) {
            if (slot != NONE) {
                sql.update("INSERT OR IGNORE INTO erased_key (slot) VALUES (?)", slot);
            }
        }
    }
}

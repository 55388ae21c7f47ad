package dev.daybook.sqlite;

import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Assigns the slots of the key file to records. Consecutive positions of a scope and kind share a key in groups, so that
 * an erasure encrypts at most the rest of a group again. Called inside a transaction of the writer.
 */
final class KeySlots {

    private KeySlots() {}

    /** Takes the next unused slot; its key is durable. */
    static int next(SqlConnection sql) throws SQLException {
        int slot = Math.toIntExact(sql.number("SELECT value FROM meta WHERE name = 'key_slots'") + 1);
        sql.cipher().require(slot);
        sql.update("UPDATE meta SET value = ? WHERE name = 'key_slots'", slot);
        return slot;
    }

    /** Returns the slot of the group of a place, taking a new one for a group without entries. */
    static int ofGroup(SqlConnection sql, long place) throws SQLException {
        int slot = (int) sql.number(
                "SELECT key_slot FROM entry WHERE place BETWEEN ? AND ? LIMIT 1",
                OrderKeys.groupBegin(place),
                OrderKeys.groupEnd(place));
        return slot == 0 ? next(sql) : slot;
    }

    /** Returns the slots of all entries and versions of a scope. */
    static Set<Integer> ofEntries(SqlConnection sql, long scope) throws SQLException {
        Set<Integer> slots = new HashSet<>();
        for (String table : new String[] {"entry", "version"}) {
            slots.addAll(sql.list(
                    "SELECT DISTINCT key_slot FROM " + table + " WHERE place BETWEEN ? AND ?",
                    row -> row.getInt(1),
                    OrderKeys.first(scope),
                    OrderKeys.last(scope)));
        }
        return slots;
    }

    /** Records keys to be erased once the transaction is durable. */
    static void markErased(SqlConnection sql, Collection<Integer> slots) throws SQLException {
        for (int slot : slots) {
            if (slot != 0) {
                sql.update("INSERT OR IGNORE INTO erased_key (slot) VALUES (?)", slot);
            }
        }
    }
}

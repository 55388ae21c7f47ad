package dev.daybook.internal.sqlite.database;

import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The keys of earlier builds whose records have moved to other keys, and that are not destroyed yet. Unlike the list of
 * {@link KeySlots#markErased}, which an erasure destroys at once, they wait until the moved records are in the database
 * without the log: a log that is damaged earlier then loses the move, and no record. An erasure in their scope does not
 * wait for that. Called inside a transaction of the writer, except for queries.
 */
public final class MovedKeys {

    /** A value of the table {@code meta}: pairs of a scope and a slot with its check. */
    private static final String NAME = "moved_keys";

    private static final int PAIR_BYTES = 2 * Long.BYTES;

    private MovedKeys() {}

    /** Adds slots that no record refers to any more, each with its scope. Writes the list again, so call it once a step. */
    public static void add(SqlConnection sql, Map<Integer, Long> slots) throws SQLException {
        if (slots.isEmpty()) {
            return;
        }
        byte[] before = stored(sql);
        ByteBuffer pairs = ByteBuffer.allocate(before.length + slots.size() * PAIR_BYTES);
        pairs.put(before);
        slots.forEach((slot, scope) -> pairs.putLong(scope).putLong(KeySlots.stored(slot, OrderKeys.first(scope))));
        sql.update("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", NAME, pairs.array());
    }

    /**
     * Returns the slots that still have a key, all of them keys of earlier builds: no new record has one.
     *
     * @return with {@link KeySlots#NONE} if the list is damaged
     */
    public static Set<Integer> all(SqlConnection sql) throws SQLException {
        return slots(sql, scope -> true);
    }

    /** Returns whether older keys are not destroyed that no record refers to, of moved records or of groups written again. */
    public static boolean remain(SqlConnection sql) throws SQLException {
        return !all(sql).isEmpty() || KeySlots.markedErased(sql).stream().anyMatch(sql.cipher()::hasOldKey);
    }

    /**
     * Marks those of a scope as erased: what is erased now may have had one of them before. If the list is damaged, it marks
     * all keys that nothing refers to.
     */
    public static void markErased(SqlConnection sql, long scope) throws SQLException {
        KeySlots.markErased(sql, slots(sql, each -> each == scope));
    }

    /** Empties the list, once its keys are destroyed. */
    public static void clear(SqlConnection sql) throws SQLException {
        sql.update("DELETE FROM meta WHERE name = ?", NAME);
    }

    /** A damaged pair may be that of any scope. It is no slot: a flipped bit must not destroy the key of other records. */
    private static Set<Integer> slots(SqlConnection sql, LongPredicate wanted) throws SQLException {
        Set<Integer> slots = new HashSet<>();
        ByteBuffer pairs = ByteBuffer.wrap(stored(sql));
        while (pairs.remaining() >= PAIR_BYTES) {
            long scope = pairs.getLong();
            int slot = KeySlots.validOrNone(pairs.getLong(), OrderKeys.first(scope));
            if (slot == KeySlots.NONE || wanted.test(scope) && sql.cipher().hasOldKey(slot)) {
                slots.add(slot);
            }
        }
        if (pairs.hasRemaining()) {
            slots.add(KeySlots.NONE);
        }
        return slots;
    }

    private static byte[] stored(SqlConnection sql) throws SQLException {
        byte @Nullable [] pairs =
                sql.first("SELECT value FROM meta WHERE name = ?", row -> SqlConnection.bytes(row, 1), NAME);
        return pairs == null ? new byte[0] : pairs;
    }
}

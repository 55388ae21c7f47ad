package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.SqlConnection;
import java.nio.ByteBuffer;
import java.sql.SQLException;

/**
 * The positions of the pass over old records, in the table {@code meta}. Each is stored with a checksum: a flipped bit must not
 * let the pass leave records behind.
 */
final class OldRecordPosition {

    static final String SCOPE = "moved_scope";
    static final String PLACE = "moved_place";

    /** Behind the last record. */
    static final long END = Long.MAX_VALUE;

    private OldRecordPosition() {}

    /** Returns the last scope or place that was passed; 0 at the beginning, and if what is stored is damaged. */
    static long read(SqlConnection sql, String name) throws SQLException {
        byte[] stored;
        try {
            stored = sql.first("SELECT value FROM meta WHERE name = ?", row -> SqlConnection.bytes(row, 1), name);
        } catch (DamagedRecord damaged) {
            return 0;
        }
        if (stored == null || stored.length != 2 * Long.BYTES) {
            return 0;
        }
        ByteBuffer values = ByteBuffer.wrap(stored);
        long position = values.getLong();
        return values.getLong() == ValuePacker.checksum(name, position) ? position : 0;
    }

    static void store(SqlConnection sql, String name, long position) throws SQLException {
        byte[] stored = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(position)
                .putLong(ValuePacker.checksum(name, position))
                .array();
        sql.update("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", name, stored);
    }
}

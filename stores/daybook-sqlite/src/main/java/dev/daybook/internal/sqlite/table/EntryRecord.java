package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.RecordCipher;
import dev.daybook.store.Blob;
import dev.daybook.store.IndexRow;
import dev.daybook.store.StoredEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * A version of an entry in the tables {@code entry} and {@code version}.
 *
 * @param revision the revision of its index row; 0 for an earlier version
 * @param keySlot the slot of its key in the key file
 * @param sidecars its sidecars by name; empty if they were not read
 */
public record EntryRecord(long scope, StoredEntry stored, long revision, int keySlot, Map<String, Blob> sidecars) {

    /** Reads a row with {@link EntryRow#COLUMNS}. */
    public static EntryRecord read(ResultSet row, RecordCipher cipher) throws SQLException {
        EntryRow columns = EntryRow.read(row);
        return new EntryContent.Reader().entry(columns, columns.contentOrDamaged(row, cipher));
    }

    /**
     * Reads a row with {@link EntryRow#SIZED_COLUMNS}.
     *
     * @param sizes receives the size of its content before that is read
     */
    static StoredEntry stored(ResultSet row, RecordCipher cipher, LongConsumer sizes) throws SQLException {
        sizes.accept(EntryRow.contentLength(row));
        return read(row, cipher).stored;
    }

    long place() throws DamagedRecord {
        return OrderKeys.entry(scope, stored.key().kind(), stored.position());
    }

    EntryRecord with(Map<String, Blob> newSidecars) {
        return new EntryRecord(scope, stored, revision, keySlot, newSidecars);
    }

    EntryRecord under(int newKeySlot) {
        return new EntryRecord(scope, stored, revision, newKeySlot, sidecars);
    }

    EntryRecord at(long newRevision) {
        return new EntryRecord(scope, stored, newRevision, keySlot, sidecars);
    }

    IndexRow row() {
        return IndexRow.of(stored, revision, sidecars);
    }
}

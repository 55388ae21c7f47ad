package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.ErasedKey;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.RecordCipher;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.model.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.StoredEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The columns of a version of an entry that are not encrypted. A row of the table {@code version} has no revision. */
public record EntryRow(
        long scope,
        Kind kind,
        long position,
        long contentRevision,
        long time,
        long recorded,
        String status,
        long storedSlot,
        long revision) {

    /** The columns common to the tables {@code entry} and {@code version}. */
    public static final String COLUMNS =
            "scope, kind, position, content_revision, time, recorded, status, key_slot, content";

    /** The same, and the length of the content, which SQLite knows without reading it. */
    static final String SIZED_COLUMNS = COLUMNS + ", length(content)";

    private static final int CONTENT = 9;
    private static final int CONTENT_LENGTH = 10;

    /** Reads the common columns. */
    public static EntryRow read(ResultSet row) throws SQLException {
        return read(row, 0);
    }

    private static EntryRow read(ResultSet row, long revision) throws SQLException {
        return new EntryRow(
                row.getLong(1),
                OrderKeys.kind(row.getLong(2)),
                row.getLong(3),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                SqlConnection.text(row, 7),
                row.getLong(8),
                revision);
    }

    /** Reads the common columns and, behind them, {@code revision_key}. */
    static EntryRow readWithRevision(ResultSet row) throws SQLException {
        return read(row, OrderKeys.revision(row.getLong(CONTENT + 1)));
    }

    /** Returns the length of the content of a row with {@link #SIZED_COLUMNS}. */
    static long contentLength(ResultSet row) throws SQLException {
        return row.getLong(CONTENT_LENGTH);
    }

    /** Returns the columns of a record. */
    static EntryRow of(EntryRecord record) throws DamagedRecord {
        StoredEntry stored = record.stored();
        return new EntryRow(
                record.scope(),
                stored.key().kind(),
                stored.position(),
                stored.contentRevision(),
                EpochMicros.micros(stored.time()),
                EpochMicros.micros(stored.recorded()),
                stored.status(),
                KeySlots.stored(record.keySlot(), record.place()),
                record.revision());
    }

    /** Returns the same columns under another key. */
    EntryRow under(int slot) throws DamagedRecord {
        return new EntryRow(
                scope,
                kind,
                position,
                contentRevision,
                time,
                recorded,
                status,
                KeySlots.stored(slot, place()),
                revision);
    }

    long place() throws DamagedRecord {
        return OrderKeys.entry(scope, kind, position);
    }

    /**
     * Decrypts the content of the row that these columns were read from.
     *
     * @throws DamagedRecord if its key is lost or its number damaged; a damaged part is returned as one
     */
    public EntryContent content(ResultSet row, RecordCipher cipher) throws SQLException {
        return EntryCipher.decrypt(cipher, this, SqlConnection.bytes(row, CONTENT));
    }

    /**
     * Decrypts the content as {@link #content}.
     *
     * @throws DamagedEntry if the key of the entry is lost or its number damaged
     */
    EntryContent contentOrDamaged(ResultSet row, RecordCipher cipher) throws SQLException {
        try {
            return content(row, cipher);
        } catch (ErasedKey erased) {
            throw erased;
        } catch (DamagedRecord damaged) {
            throw new DamagedEntry(unreadableKey(), position, scope);
        }
    }

    int keySlot() throws DamagedRecord {
        return KeySlots.slot(storedSlot, place());
    }

    EntryRecord record(String id, @Nullable String session, Blob body) throws DamagedRecord {
        return new EntryRecord(
                scope,
                new StoredEntry(
                        new EntryKey(kind, id),
                        position,
                        contentRevision,
                        session,
                        EpochMicros.instant(time),
                        EpochMicros.instant(recorded),
                        status,
                        body),
                revision,
                keySlot(),
                Map.of());
    }

    /** Returns a key for messages about an entry whose id cannot be read. */
    EntryKey unreadableKey() {
        return new EntryKey(kind, "unreadable-" + position);
    }
}

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

/**
 * The columns of a version of an entry that are not encrypted.
 *
 * @param place the key of the row, which is found and written by it; other than that of scope, kind and position, the row is
 *     damaged
 * @param revision the revision in {@code revision_key}; no revision if that is of another scope. A row of the table
 *     {@code version} has none
 */
public record EntryRow(
        long place,
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
            "place, scope, kind, position, content_revision, time, recorded, status, key_slot, content";

    /** The same, with scope, kind and position as the place has them: what they are if one of these columns is damaged. */
    static final String COLUMNS_BY_PLACE =
            "place, " + OrderKeys.columnsOfPlace() + ", content_revision, time, recorded, status, key_slot, content";

    /** The same, and the length of the content, which SQLite knows without reading it. */
    static final String SIZED_COLUMNS = COLUMNS + ", length(content)";

    private static final int CONTENT = 10;
    private static final int CONTENT_LENGTH = 11;
    private static final int ID_HASH = 12;

    /** Reads the common columns. */
    public static EntryRow read(ResultSet row) throws SQLException {
        return read(row, 0);
    }

    private static EntryRow read(ResultSet row, long revision) throws SQLException {
        return new EntryRow(
                row.getLong(1),
                row.getLong(2),
                OrderKeys.kind(row.getLong(3)),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                row.getLong(7),
                SqlConnection.text(row, 8),
                row.getLong(9),
                revision);
    }

    /** Reads the common columns and, behind them, {@code revision_key}. */
    static EntryRow readWithRevision(ResultSet row) throws SQLException {
        return read(row, revisionKey(row) - OrderKeys.first(row.getLong(2)));
    }

    /** Returns the {@code revision_key} behind the common columns. */
    static long revisionKey(ResultSet row) throws SQLException {
        return row.getLong(CONTENT + 1);
    }

    /** Returns the length of the content of a row with {@link #SIZED_COLUMNS}. */
    static long contentLength(ResultSet row) throws SQLException {
        return row.getLong(CONTENT_LENGTH);
    }

    /** Returns the {@code id_hash} behind {@link #SIZED_COLUMNS}. */
    static long idHash(ResultSet row) throws SQLException {
        return row.getLong(ID_HASH);
    }

    /** Returns the columns of a record. */
    static EntryRow of(EntryRecord record) throws DamagedRecord {
        StoredEntry stored = record.stored();
        return new EntryRow(
                record.place(),
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
    EntryRow under(int slot) {
        return new EntryRow(
                place,
                scope,
                kind,
                position,
                contentRevision,
                time,
                recorded,
                status,
                KeySlots.stored(slot, place),
                revision);
    }

    boolean isInPlace() {
        return OrderKeys.isPlace(place, scope, kind, position);
    }

    /**
     * Decrypts the content of the row that these columns were read from.
     *
     * @throws DamagedRecord if its key is lost or its number damaged; a damaged part, and the entry of a row in a wrong
     *     place, is returned as one
     */
    public EntryContent content(ResultSet row, RecordCipher cipher) throws SQLException {
        EntryContent content = EntryCipher.decrypt(cipher, this, SqlConnection.bytes(row, CONTENT));
        return isInPlace() ? content : content.damaged();
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
        return KeySlots.slot(storedSlot, place);
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

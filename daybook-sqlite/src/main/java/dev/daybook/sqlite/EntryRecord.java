package dev.daybook.sqlite;

import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import dev.daybook.store.StoredEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/** A version of an entry in the tables {@code entry} and {@code version}. */
record EntryRecord(long scope, StoredEntry stored) {

    /** The columns common to both tables. */
    static final String COLUMNS =
            "scope, kind, position, content_revision, time, recorded, checksum, id, session, status, body";

    static StoredEntry stored(ResultSet row) throws SQLException {
        return read(row).stored;
    }

    static EntryRecord read(ResultSet row) throws SQLException {
        byte[] body = SqlConnection.bytes(row, 11);
        EntryRecord record = new EntryRecord(
                row.getLong(1),
                new StoredEntry(
                        new EntryKey(OrderKeys.kind(row.getLong(2)), SqlConnection.text(row, 8)),
                        row.getLong(3),
                        row.getLong(4),
                        row.getString(9),
                        EpochMicros.instant(row.getLong(5)),
                        EpochMicros.instant(row.getLong(6)),
                        SqlConnection.text(row, 10),
                        Blob.of(body)));
        if (record.checksum(body) != row.getLong(7)) {
            throw new DamagedEntry(record.stored.key(), record.stored.position(), record.scope);
        }
        return record;
    }

    long place() throws SQLException {
        return OrderKeys.entry(scope, stored.key().kind(), stored.position());
    }

    IndexRow row(long revision, Map<String, Blob> sidecars) {
        return new IndexRow(
                stored.key(),
                stored.position(),
                revision,
                stored.contentRevision(),
                stored.session(),
                stored.time(),
                stored.status(),
                sidecars);
    }

    void store(SqlConnection sql, boolean replace) throws SQLException {
        byte[] body = stored.body().toArray();
        sql.update(
                (replace ? "REPLACE" : "INSERT")
                        + " INTO entry (place, scope, kind, position, content_revision, revision, time, recorded,"
                        + " checksum, id, session, status, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                place(),
                scope,
                OrderKeys.number(stored.key().kind()),
                stored.position(),
                stored.contentRevision(),
                stored.contentRevision(),
                EpochMicros.micros(stored.time()),
                EpochMicros.micros(stored.recorded()),
                checksum(body),
                stored.key().id(),
                stored.session(),
                stored.status(),
                body);
    }

    /** Covers all columns except the last revision, which changes with sidecars and is verified by its index row. */
    private long checksum(byte[] body) {
        return ValuePacker.checksum(
                scope,
                OrderKeys.number(stored.key().kind()),
                stored.position(),
                stored.contentRevision(),
                EpochMicros.micros(stored.time()),
                EpochMicros.micros(stored.recorded()),
                stored.key().id(),
                stored.session(),
                stored.status(),
                body);
    }
}

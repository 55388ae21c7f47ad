package dev.daybook.sqlite;

import dev.daybook.spi.Blob;
import dev.daybook.spi.Key;
import dev.daybook.spi.Row;
import dev.daybook.spi.Stored;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/** A version of an entry in the tables {@code entry} and {@code version}. */
record EntryRecord(long scope, Stored stored) {

    /** The columns common to both tables. */
    static final String COLUMNS =
            "scope, kind, position, content_revision, time, recorded, checksum, id, session, status, body";

    static Stored stored(ResultSet row) throws SQLException {
        return read(row).stored;
    }

    static EntryRecord read(ResultSet row) throws SQLException {
        byte[] body = Sql.bytes(row, 11);
        EntryRecord record = new EntryRecord(
                row.getLong(1),
                new Stored(
                        new Key(Places.kind(row.getLong(2)), Sql.text(row, 8)),
                        row.getLong(3),
                        row.getLong(4),
                        row.getString(9),
                        Times.instant(row.getLong(5)),
                        Times.instant(row.getLong(6)),
                        Sql.text(row, 10),
                        Blob.of(body)));
        if (record.checksum(body) != row.getLong(7)) {
            throw new DamagedEntry(record.stored.key(), record.stored.position(), record.scope);
        }
        return record;
    }

    long place() throws SQLException {
        return Places.entry(scope, stored.key().kind(), stored.position());
    }

    Row row(long revision, Map<String, Blob> sidecars) {
        return new Row(
                stored.key(),
                stored.position(),
                revision,
                stored.contentRevision(),
                stored.session(),
                stored.time(),
                stored.status(),
                sidecars);
    }

    void store(Sql sql, boolean replace) throws SQLException {
        byte[] body = stored.body().toArray();
        sql.update(
                (replace ? "REPLACE" : "INSERT")
                        + " INTO entry (place, scope, kind, position, content_revision, revision, time, recorded,"
                        + " checksum, id, session, status, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                place(),
                scope,
                Places.number(stored.key().kind()),
                stored.position(),
                stored.contentRevision(),
                stored.contentRevision(),
                Times.micros(stored.time()),
                Times.micros(stored.recorded()),
                checksum(body),
                stored.key().id(),
                stored.session(),
                stored.status(),
                body);
    }

    /** Covers all columns except the last revision, which changes with sidecars and is verified by its index row. */
    private long checksum(byte[] body) {
        return Packer.checksum(
                scope,
                Places.number(stored.key().kind()),
                stored.position(),
                stored.contentRevision(),
                Times.micros(stored.time()),
                Times.micros(stored.recorded()),
                stored.key().id(),
                stored.session(),
                stored.status(),
                body);
    }
}

package dev.daybook.postgres;

import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryNumbers;
import dev.daybook.store.EntryPut;
import dev.daybook.store.RowChange;
import dev.daybook.store.StoredEntry;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Reads and writes the tables of entries and versions. Writes are part of a transaction that holds the scope's lock. */
final class EntryRows {

    /** The columns of a version, in both tables. */
    static final String COLUMNS = "kind, id, position, content_revision, session, time, recorded, status, body";

    private static final String AMONG_KEYS =
            " WHERE scope = ? AND (kind, id) IN (SELECT * FROM unnest(?::smallint[], ?::bytea[]))";

    private static final String AMONG_PLACES =
            " WHERE scope = ? AND (kind, position) IN (SELECT * FROM unnest(?::smallint[], ?::bigint[]))";

    private EntryRows() {}

    static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    /** Reads the first two columns as a key. */
    static EntryKey key(ResultSet row) throws SQLException {
        return new EntryKey(KindNumbers.kind(row.getLong(1)), Objects.requireNonNull(text(row.getBytes(2))));
    }

    /**
     * Reads a row with {@link #COLUMNS}.
     *
     * @param sizes receives the size of its body
     */
    static StoredEntry stored(ResultSet row, LongConsumer sizes) throws SQLException {
        Blob body = Blob.of(row.getBytes(9));
        // The driver has read the row already.
        sizes.accept(body.size());
        return new StoredEntry(
                key(row),
                row.getLong(3),
                row.getLong(4),
                text(row.getBytes(5)),
                StoredTimes.instant(row.getLong(6)),
                StoredTimes.instant(row.getLong(7)),
                row.getString(8),
                body);
    }

    static List<StoredEntry> get(SqlSession sql, byte[] scope, Collection<EntryKey> keys, LongConsumer sizes)
            throws SQLException {
        return among(sql, COLUMNS, row -> stored(row, sizes), scope, keys);
    }

    /** Returns the numbers of those of some entries that are present. */
    static Map<EntryKey, EntryNumbers> numbers(SqlSession sql, byte[] scope, Collection<EntryKey> keys)
            throws SQLException {
        Map<EntryKey, EntryNumbers> numbers = new HashMap<>();
        among(
                sql,
                "kind, id, position, content_revision, revision",
                row -> numbers.put(key(row), new EntryNumbers(row.getLong(3), row.getLong(4), row.getLong(5))),
                scope,
                keys);
        return numbers;
    }

    private static <T> List<T> among(
            SqlSession sql, String columns, SqlSession.RowReader<T> reader, byte[] scope, Collection<EntryKey> keys)
            throws SQLException {
        if (keys.isEmpty()) {
            return List.of();
        }
        return sql.list(
                "SELECT " + columns + " FROM daybook_entry" + AMONG_KEYS,
                reader,
                scope,
                sql.array("int2", kinds(keys)),
                sql.array("bytea", keys.stream().map(key -> bytes(key.id())).toArray(byte[][]::new)));
    }

    private static Short[] kinds(Collection<EntryKey> keys) {
        return keys.stream().map(key -> KindNumbers.number(key.kind())).toArray(Short[]::new);
    }

    /** Writes versions; a replaced one moves to the table of versions. */
    static void put(SqlSession sql, byte[] scope, List<RowChange.Version> versions) throws SQLException {
        List<RowChange.Version> replacing =
                versions.stream().filter(version -> version.before() != null).toList();
        sql.batch(
                "INSERT INTO daybook_version (scope, " + COLUMNS + ", replaced) SELECT scope, " + COLUMNS
                        + ", ? FROM daybook_entry WHERE scope = ? AND kind = ? AND position = ?",
                rows(replacing, version -> new Object[] {
                    StoredTimes.micros(version.put().recorded()),
                    scope,
                    KindNumbers.number(version.key().kind()),
                    version.numbers().position()
                }));
        sql.batch(
                "UPDATE daybook_entry SET content_revision = ?, revision = ?, session = ?, time = ?, recorded = ?,"
                        + " status = ?, body = ?, sidecars = ? WHERE scope = ? AND kind = ? AND position = ?",
                rows(
                        replacing,
                        version -> content(
                                version,
                                scope,
                                KindNumbers.number(version.key().kind()),
                                version.numbers().position())));
        sql.batch(
                "INSERT INTO daybook_entry (content_revision, revision, session, time, recorded, status, body, sidecars,"
                        + " scope, kind, position, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                rows(
                        versions.stream()
                                .filter(version -> version.before() == null)
                                .toList(),
                        version -> content(
                                version,
                                scope,
                                KindNumbers.number(version.key().kind()),
                                version.numbers().position(),
                                bytes(version.key().id()))));
    }

    private interface Arguments<T> {
        @Nullable
        Object[] of(T change);
    }

    private static <T> List<@Nullable Object[]> rows(Collection<T> changes, Arguments<T> arguments) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        changes.forEach(change -> rows.add(arguments.of(change)));
        return rows;
    }

    private static @Nullable Object[] content(RowChange.Version version, @Nullable Object... more) {
        EntryPut put = version.put();
        List<@Nullable Object> values = new ArrayList<>();
        values.add(version.numbers().contentRevision());
        values.add(version.numbers().revision());
        values.add(bytes(put.session()));
        values.add(StoredTimes.micros(put.time()));
        values.add(StoredTimes.micros(put.recorded()));
        values.add(put.status());
        values.add(put.body().toArray());
        values.add(PackedSidecars.pack(put.sidecars()));
        values.addAll(Arrays.asList(more));
        return values.toArray();
    }

    /** Adds sidecars to entries, which are written already, and moves their index rows. */
    static void add(SqlSession sql, byte[] scope, List<RowChange.Addition> additions) throws SQLException {
        if (additions.isEmpty()) {
            return;
        }
        // The last addition of an entry has its final numbers.
        Map<EntryKey, RowChange.Addition> last = new LinkedHashMap<>();
        additions.forEach(addition -> last.put(addition.key(), addition));
        Map<EntryKey, Map<String, Blob>> sidecars = new HashMap<>();
        among(
                sql,
                "kind, id, sidecars",
                row -> sidecars.put(key(row), PackedSidecars.unpack(row.getBytes(3))),
                scope,
                last.keySet());
        for (RowChange.Addition addition : additions) {
            Objects.requireNonNull(sidecars.get(addition.key()))
                    .put(addition.sidecar().name(), addition.sidecar().bytes());
        }
        sql.batch(
                "UPDATE daybook_entry SET revision = ?, sidecars = ? WHERE scope = ? AND kind = ? AND position = ?",
                rows(last.values(), addition -> new Object[] {
                    addition.numbers().revision(),
                    PackedSidecars.pack(Objects.requireNonNull(sidecars.get(addition.key()))),
                    scope,
                    KindNumbers.number(addition.key().kind()),
                    addition.numbers().position()
                }));
    }

    static void remove(SqlSession sql, byte[] scope, List<RowChange.Removal> removals) throws SQLException {
        if (removals.isEmpty()) {
            return;
        }
        Short[] kinds = kinds(removals.stream().map(RowChange.Removal::key).toList());
        Long[] positions =
                removals.stream().map(removal -> removal.before().position()).toArray(Long[]::new);
        for (String table : List.of("daybook_entry", "daybook_version")) {
            sql.update(
                    "DELETE FROM " + table + AMONG_PLACES,
                    scope,
                    sql.array("int2", kinds),
                    sql.array("int8", positions));
        }
    }

    static void removeAll(SqlSession sql, byte[] scope) throws SQLException {
        sql.update("DELETE FROM daybook_entry WHERE scope = ?", scope);
        sql.update("DELETE FROM daybook_version WHERE scope = ?", scope);
    }
}

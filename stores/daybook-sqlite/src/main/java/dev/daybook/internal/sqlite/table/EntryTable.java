package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryNumbers;
import dev.daybook.store.RowChange;
import dev.daybook.store.StoredEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Reads and writes the tables {@code entry} and {@code version}. Writes are part of a transaction of the writer. */
public final class EntryTable {

    /** In the hash of a session, where a kind stands in that of an id. */
    private static final int SESSION = -1;

    /** Entries that are read by one statement. */
    private static final int KEYS_AT_ONCE = 32;

    private EntryTable() {}

    static long idHash(SqlConnection sql, ScopeRecord scope, EntryKey key) throws SQLException {
        return sql.cipher().hash(scope.nameKey(), OrderKeys.number(key.kind()), key.id());
    }

    static @Nullable Long sessionHash(SqlConnection sql, ScopeRecord scope, @Nullable String session)
            throws SQLException {
        return session == null ? null : sql.cipher().hash(scope.nameKey(), SESSION, session);
    }

    /** Returns entries by their keys, in the order of the keys; absent ones are left out. */
    public static List<StoredEntry> find(
            SqlConnection sql, ScopeRecord scope, Collection<EntryKey> keys, LongConsumer sizes) throws SQLException {
        if (!scope.hasName()) {
            return List.of();
        }
        List<Long> hashes = new ArrayList<>(keys.size());
        for (EntryKey key : keys) {
            hashes.add(idHash(sql, scope, key));
        }
        Map<Long, StoredEntry> byHash = new HashMap<>();
        for (int from = 0; from < hashes.size(); from += KEYS_AT_ONCE) {
            find(sql, scope, hashes.subList(from, Math.min(hashes.size(), from + KEYS_AT_ONCE)), byHash, sizes);
        }
        List<StoredEntry> found = new ArrayList<>(byHash.size());
        for (Long hash : hashes) {
            StoredEntry stored = byHash.get(hash);
            if (stored != null) {
                found.add(stored);
            }
        }
        return found;
    }

    /** Runs one statement for the hashes of some keys. */
    private static void find(
            SqlConnection sql, ScopeRecord scope, List<Long> hashes, Map<Long, StoredEntry> byHash, LongConsumer sizes)
            throws SQLException {
        // A few shapes of the statement, each with a number of marks that is a power of two; the last hash fills it up.
        int marks = Math.max(1, Integer.highestOneBit(2 * hashes.size() - 1));
        @Nullable Object[] arguments = new @Nullable Object[1 + marks];
        arguments[0] = scope.number;
        for (int i = 0; i < marks; i++) {
            arguments[1 + i] = hashes.get(Math.min(i, hashes.size() - 1));
        }
        sql.each(
                "SELECT " + EntryRow.SIZED_COLUMNS + ", id_hash FROM entry WHERE scope = ? AND id_hash IN (?"
                        + ", ?".repeat(marks - 1) + ")",
                row -> {
                    long hash = EntryRow.idHash(row);
                    return byHash.containsKey(hash)
                            || byHash.put(hash, EntryRecord.stored(row, sql.cipher(), sizes)) == null;
                },
                arguments);
    }

    /** Returns the numbers of an entry, or null if it is absent. Does not read its content, so it may be damaged. */
    static @Nullable EntryNumbers numbers(SqlConnection sql, ScopeRecord scope, EntryKey key) throws SQLException {
        return scope.hasName()
                ? sql.first(
                        "SELECT place, content_revision, revision_key FROM entry WHERE scope = ? AND id_hash = ?",
                        row -> numbers(row, scope, key),
                        scope.number,
                        idHash(sql, scope, key))
                : null;
    }

    /** The position is that of the place, by which the row is written and removed. */
    private static EntryNumbers numbers(ResultSet row, ScopeRecord scope, EntryKey key) throws SQLException {
        long place = row.getLong(1);
        long position = OrderKeys.position(place);
        if (!OrderKeys.isPlace(place, scope.number, key.kind(), position)) {
            throw new DamagedEntry(key, position, scope.number);
        }
        return new EntryNumbers(position, row.getLong(2), OrderKeys.revision(row.getLong(3)));
    }

    /** Writes a version of an entry with its content; a replaced one moves to the table of versions. */
    static void put(SqlConnection sql, ScopeRecord scope, RowChange.Version version, EntryContent content)
            throws SQLException {
        StoredEntry stored = version.stored();
        EntryRecord record = new EntryRecord(
                scope.number,
                stored,
                version.numbers().revision(),
                KeySlots.ofGroup(sql, OrderKeys.entry(scope.number, stored.key().kind(), stored.position())),
                version.put().sidecars());
        if (version.before() != null) {
            keepVersion(sql, record);
            sql.update("DELETE FROM entry WHERE place = ?", record.place());
        }
        insert(sql, scope, record, content);
    }

    /** @param content the content of the record, which may be damaged */
    public static void insert(SqlConnection sql, ScopeRecord scope, EntryRecord record, EntryContent content)
            throws SQLException {
        StoredEntry stored = record.stored();
        sql.update(
                "INSERT INTO entry (place, scope, kind, position, content_revision, revision_key, time, recorded,"
                        + " id_hash, session, key_slot, status, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                record.place(),
                scope.number,
                OrderKeys.number(stored.key().kind()),
                stored.position(),
                stored.contentRevision(),
                OrderKeys.revision(scope.number, record.revision()),
                EpochMicros.micros(stored.time()),
                EpochMicros.micros(stored.recorded()),
                idHash(sql, scope, stored.key()),
                sessionHash(sql, scope, stored.session()),
                KeySlots.stored(record.keySlot(), record.place()),
                stored.status(),
                EntryCipher.encrypt(sql.cipher(), EntryRow.of(record), content));
    }

    /** @param content the content of the record, which may be damaged */
    public static void insertVersion(
            SqlConnection sql, ScopeRecord scope, EntryRecord record, EntryContent content, long replaced)
            throws SQLException {
        StoredEntry stored = record.stored();
        sql.update(
                "INSERT INTO version (place, content_revision, scope, kind, position, time, recorded, replaced,"
                        + " session, key_slot, status, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                record.place(),
                stored.contentRevision(),
                scope.number,
                OrderKeys.number(stored.key().kind()),
                stored.position(),
                EpochMicros.micros(stored.time()),
                EpochMicros.micros(stored.recorded()),
                replaced,
                sessionHash(sql, scope, stored.session()),
                KeySlots.stored(record.keySlot(), record.place()),
                stored.status(),
                EntryCipher.encrypt(sql.cipher(), EntryRow.of(record), content));
    }

    /** Copies the present version of an entry as it is, with its sidecars: a damaged one stays recognizable. */
    private static void keepVersion(SqlConnection sql, EntryRecord next) throws SQLException {
        sql.update(
                "INSERT INTO version (session, " + EntryRow.COLUMNS + ", replaced) SELECT session, " + EntryRow.COLUMNS
                        + ", ? FROM entry WHERE place = ?",
                EpochMicros.micros(next.stored().recorded()),
                next.place());
    }

    /** An entry with its sidecars, and whether its content is intact. */
    private record CheckedRecord(EntryRecord record, boolean intact) {}

    private static CheckedRecord withSidecars(SqlConnection sql, long place) throws SQLException {
        CheckedRecord found = sql.first(
                "SELECT " + EntryRow.COLUMNS + ", revision_key FROM entry WHERE place = ?",
                row -> {
                    EntryRow columns = EntryRow.readWithRevision(row);
                    if (!columns.isInPlace()) {
                        // Its columns name the place of another entry, which would be written.
                        throw new DamagedEntry(columns.unreadableKey(), columns.position(), columns.scope());
                    }
                    EntryContent.Reader reader = new EntryContent.Reader();
                    EntryContent content = columns.content(row, sql.cipher());
                    return new CheckedRecord(
                            reader.rowOfAnyEntry(columns, content),
                            content.entry().isAuthentic());
                },
                place);
        if (found == null) {
            throw new DamagedRecord("no entry at the place " + place);
        }
        return found;
    }

    /** Adds a sidecar to an entry and moves its index row to a new revision. */
    static void add(SqlConnection sql, long scope, RowChange.Addition addition) throws SQLException {
        CheckedRecord found = withSidecars(
                sql,
                OrderKeys.entry(scope, addition.key().kind(), addition.numbers().position()));
        Map<String, Blob> sidecars = new HashMap<>(found.record.sidecars());
        sidecars.put(addition.sidecar().name(), addition.sidecar().bytes());
        EntryRecord record =
                found.record.with(sidecars).at(addition.numbers().revision()).under(slotToSeal(sql, found.record));
        EntryContent content = EntryContent.pack(record);
        // A new tag must not cover the damage.
        rewrite(sql, record, found.intact ? content : content.damaged());
    }

    /** Writes the content of an intact entry again, at its revision. */
    static void rewrite(SqlConnection sql, EntryRecord entry) throws SQLException {
        EntryRecord record = entry.under(slotToSeal(sql, entry));
        rewrite(sql, record, EntryContent.pack(record));
    }

    private static void rewrite(SqlConnection sql, EntryRecord record, EntryContent content) throws SQLException {
        sql.update(
                "UPDATE entry SET revision_key = ?, key_slot = ?, content = ? WHERE place = ?",
                OrderKeys.revision(record.scope(), record.revision()),
                KeySlots.stored(record.keySlot(), record.place()),
                EntryCipher.encrypt(sql.cipher(), EntryRow.of(record), content),
                record.place());
    }

    /**
     * Returns the slot of an entry that is written again. A group of an earlier build gets a new key first, as a whole: a key
     * that some of its entries have left would not be erased with them.
     */
    private static int slotToSeal(SqlConnection sql, EntryRecord entry) throws SQLException {
        long place = entry.place();
        // Another entry of the group may have brought it a new key since this one was read.
        int present = storedSlot(sql, place);
        if (!sql.cipher().isOld(present)) {
            return present;
        }
        long group = OrderKeys.groupBegin(place);
        Set<Integer> before = KeySlots.ofWholeGroup(sql, group);
        encryptAgain(sql, group);
        before.remove(KeySlots.NONE);
        KeySlots.markErased(sql, before);
        return storedSlot(sql, place);
    }

    private static int storedSlot(SqlConnection sql, long place) throws SQLException {
        return KeySlots.slot(sql.number("SELECT key_slot FROM entry WHERE place = ?", place), place);
    }

    /** Removes entries with all their versions, and encrypts the other entries of their groups with new keys. */
    static void remove(SqlConnection sql, long scope, Collection<RowChange.Removal> removals) throws SQLException {
        Map<Long, List<Long>> groups = new TreeMap<>();
        for (RowChange.Removal removal : removals) {
            long place = OrderKeys.entry(
                    scope, removal.key().kind(), removal.before().position());
            groups.computeIfAbsent(OrderKeys.groupBegin(place), unused -> new ArrayList<>())
                    .add(place);
        }
        for (Map.Entry<Long, List<Long>> group : groups.entrySet()) {
            Set<Integer> slots = KeySlots.ofWholeGroup(sql, group.getKey());
            for (long place : group.getValue()) {
                sql.update("DELETE FROM entry WHERE place = ?", place);
                sql.update("DELETE FROM version WHERE place = ?", place);
            }
            encryptAgain(sql, group.getKey());
            KeySlots.markErased(sql, slots);
        }
    }

    /**
     * Encrypts the rows of a group with a new key. They are read by their places, so that a row whose scope, kind or position
     * is damaged keeps a content that its repair makes readable.
     */
    private static void encryptAgain(SqlConnection sql, long group) throws SQLException {
        int slot = KeySlots.NONE;
        for (String table : new String[] {"entry", "version"}) {
            List<ReadableRow> rows = sql.list(
                    "SELECT " + EntryRow.COLUMNS_BY_PLACE + ", "
                            + (table.equals("entry") ? "revision_key" : OrderKeys.first(OrderKeys.scope(group)))
                            + " FROM " + table + " WHERE place BETWEEN ? AND ?",
                    row -> readable(sql, row),
                    group,
                    OrderKeys.groupEnd(group));
            for (ReadableRow row : rows) {
                if (row.content != null) {
                    slot = slot == KeySlots.NONE ? KeySlots.next(sql) : slot;
                    EntryRow columns = row.columns.under(slot);
                    sql.update(
                            "UPDATE " + table
                                    + " SET key_slot = ?, content = ? WHERE place = ? AND content_revision = ?",
                            columns.storedSlot(),
                            EntryCipher.encrypt(sql.cipher(), columns, row.content),
                            columns.place(),
                            columns.contentRevision());
                }
            }
        }
    }

    /** Reads a row; its content is null if its key is lost: it stays a damaged one, and stops no erasure. */
    private static ReadableRow readable(SqlConnection sql, ResultSet row) throws SQLException {
        EntryRow columns = EntryRow.readWithRevision(row);
        try {
            return new ReadableRow(columns, columns.content(row, sql.cipher()));
        } catch (DamagedRecord lost) {
            return new ReadableRow(columns, null);
        }
    }

    private record ReadableRow(EntryRow columns, @Nullable EntryContent content) {}

    /** Removes all entries of a scope with their versions; the caller erases their keys. */
    static void removeAll(SqlConnection sql, long scope) throws SQLException {
        long first = OrderKeys.first(scope);
        long last = OrderKeys.last(scope);
        sql.update("DELETE FROM entry WHERE place BETWEEN ? AND ?", first, last);
        sql.update("DELETE FROM version WHERE place BETWEEN ? AND ?", first, last);
    }
}

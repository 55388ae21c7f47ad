package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.PrivateFolder;
import dev.daybook.internal.sqlite.database.SchemaMigrations;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.internal.sqlite.database.UnfinishedFile;
import dev.daybook.internal.sqlite.table.EntryContent;
import dev.daybook.internal.sqlite.table.EntryRecord;
import dev.daybook.internal.sqlite.table.EntryTable;
import dev.daybook.internal.sqlite.table.EpochMicros;
import dev.daybook.internal.sqlite.table.KindCounts;
import dev.daybook.internal.sqlite.table.ScopeRecord;
import dev.daybook.internal.sqlite.table.ScopeTable;
import dev.daybook.internal.sqlite.table.StateTable;
import dev.daybook.internal.sqlite.table.ValuePacker;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StoredEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Copies a store of layout 1, which was not encrypted, into a new database of the current layout. The copy takes the place
 * of the old database once it is complete and durable, so that an interrupted migration leaves the old store as it was.
 * Damaged entries, states and records of scopes are copied as damaged ones, and reported as before. If a row cannot be
 * copied at all, the old database is kept under another name and reported.
 */
final class LayoutOneMigration {

    static final int LAYOUT = 1;

    static final String SCRATCH = "migrating";
    private static final String KEPT = "daybook-layout-1.damaged";
    private static final String ERASED = "erased:";

    private final SqlConnection old;
    private final SqlConnection copy;
    private final Map<Long, ScopeRecord> scopes = new HashMap<>();
    private final Set<Long> damagedScopes = new HashSet<>();
    private int skipped;

    private LayoutOneMigration(SqlConnection old, SqlConnection copy) {
        this.old = old;
        this.copy = copy;
    }

    /**
     * Migrates a database.
     *
     * @param old a connection to it; the caller closes it and opens the file again
     */
    static void run(DatabaseFile file, SqlConnection old) throws SQLException {
        Path scratch = file.folder().resolve(SCRATCH);
        try {
            // Of an interrupted migration.
            StoreFolders.delete(scratch);
            PrivateFolder.createPrivate(scratch);
            DatabaseFile target = new DatabaseFile(scratch);
            target.requireOurs();
            int skipped = copy(old, target);
            ErasureScrub.emptyLog(old);
            old.close();
            if (skipped > 0) {
                keep(file, skipped);
            }
            StoreFolders.putInPlace(target, file);
        } catch (IOException e) {
            throw PrivateFolder.failure(file.path() + " has an older layout and cannot be migrated", file.folder(), e);
        } finally {
            StoreFolders.delete(scratch);
        }
    }

    /** The copy has the rows in clear, so an erasure is complete only after an operator deleted it. */
    private static void keep(DatabaseFile file, int skipped) throws IOException {
        Path kept = file.folder().resolve(KEPT);
        Path unfinished = file.folder().resolve(KEPT + UnfinishedFile.SUFFIX);
        Files.deleteIfExists(unfinished);
        PrivateFolder.createPrivateFile(unfinished);
        try (var out = Files.newOutputStream(unfinished)) {
            Files.copy(file.path(), out);
        }
        UnfinishedFile.putInPlace(unfinished, kept);
        System.getLogger(LayoutOneMigration.class.getName())
                .log(
                        System.Logger.Level.ERROR,
                        "{0} damaged rows could not be migrated; the old database is kept as {1}",
                        skipped,
                        kept);
    }

    /** Returns the finding about a database with damaged rows that was kept. */
    static Optional<Finding> finding(Path folder) {
        return Files.exists(folder.resolve(KEPT))
                ? Optional.of(new Finding(
                        Level.WARN,
                        "older layout",
                        "damaged rows were not migrated; the old database is kept in clear as " + KEPT,
                        "compare it with a backup, then delete it: an erasure does not reach it"))
                : Optional.empty();
    }

    /** Returns the number of rows that could not be copied. */
    private static int copy(SqlConnection old, DatabaseFile target) throws SQLException {
        try (SqlConnection copy = target.openToWrite()) {
            SchemaMigrations.run(target.path(), copy);
            KeyFile keys = StoreKeys.open(target, copy, MasterKeys.NONE);
            try {
                // Nothing is lost by a crash, as the old store is still there.
                copy.execute("PRAGMA synchronous = OFF");
                copy.update("BEGIN IMMEDIATE");
                LayoutOneMigration migration = new LayoutOneMigration(old, copy);
                migration.run();
                copy.update("COMMIT");
                copy.execute("PRAGMA synchronous = FULL");
                ErasureScrub.emptyLog(copy);
                return migration.skipped;
            } finally {
                StoreKeys.close(keys);
            }
        }
    }

    private void run() throws SQLException {
        byte[] salt = old.first("SELECT value FROM meta WHERE name = 'salt'", row -> SqlConnection.bytes(row, 1));
        if (salt == null) {
            throw new DamagedRecord("it has no salt");
        }
        long erased = old.number("SELECT value FROM meta WHERE name = 'erased'");
        copy.update("UPDATE meta SET value = ? WHERE name = 'salt'", salt);
        // The copy never held an erased byte.
        copy.update("UPDATE meta SET value = ? WHERE name IN ('erased', 'scrubbed')", erased);
        old.each(
                "SELECT number, space, code, revision, epoch, audited, tallies, checksum FROM scope",
                row -> copied(() -> scope(row, salt)));
        entries("entry");
        entries("version");
        old.each("SELECT scope, name, version, checksum, bytes FROM state", row -> copied(() -> state(row)));
        for (ScopeRecord scope : scopes.values()) {
            scope.store(copy);
            if (damagedScopes.contains(scope.number)) {
                ScopeRecord.damage(copy, scope.number);
            }
        }
        old.each(
                "SELECT seq, scope, at, operation, action, detail, chain FROM audit ORDER BY seq",
                row -> copied(() -> audit(row)));
    }

    /** Copies a row. */
    @FunctionalInterface
    private interface RowCopy {
        boolean run() throws SQLException;
    }

    /** Runs the copy of a row, or skips the row if a damaged number has no place in the new layout. */
    private boolean copied(RowCopy row) throws SQLException {
        try {
            return row.run();
        } catch (SQLException | RuntimeException damaged) {
            if (damaged instanceof SQLException failure && SqliteFailures.isOfTheDisk(failure)) {
                throw failure;
            }
            skipped++;
            return false;
        }
    }

    private boolean scope(ResultSet row, byte[] salt) throws SQLException {
        long number = row.getLong(1);
        String space = SqlConnection.text(row, 2);
        String code = SqlConnection.text(row, 3);
        KindCounts tallies = KindCounts.of(SqlConnection.bytes(row, 7));
        long checksum = ValuePacker.checksum(
                number, space, code, row.getLong(4), row.getLong(5), row.getLong(6), tallies.packed());
        if (checksum != row.getLong(8)) {
            damagedScopes.add(number);
        }
        boolean isErased = code.startsWith(ERASED);
        byte[] codeHash = isErased ? erasedHash(code) : ScopeTable.codeHash(salt, code);
        ScopeRecord scope = ScopeRecord.migrated(number, space, codeHash, tallies, row.getLong(4), row.getLong(5));
        scope.audited(row.getLong(6));
        if (!isErased) {
            scope.name(copy, code);
        }
        scopes.put(number, scope);
        return true;
    }

    private static byte[] erasedHash(String code) throws DamagedRecord {
        try {
            return Arrays.copyOf(HexFormat.of().parseHex(code.substring(ERASED.length())), ScopeTable.HASH_BYTES);
        } catch (IllegalArgumentException damaged) {
            throw new DamagedRecord("the hash of an erased scope");
        }
    }

    private ScopeRecord scope(long number) throws DamagedRecord {
        ScopeRecord scope = scopes.get(number);
        if (scope == null) {
            throw new DamagedRecord("an entry or state of scope " + number + ", which has no record");
        }
        return scope;
    }

    private void entries(String table) throws SQLException {
        boolean current = table.equals("entry");
        old.each(
                "SELECT scope, kind, position, content_revision, time, recorded, checksum, id, session, status, body, "
                        + (current ? "revision" : "replaced") + " FROM " + table,
                row -> copied(() -> {
                    EntryRecord record = entry(row, current ? row.getLong(12) : 0);
                    EntryContent sound = EntryContent.pack(record);
                    EntryContent content = checksum(record) == row.getLong(7) ? sound : sound.damaged();
                    if (current) {
                        EntryTable.insert(copy, scope(record.scope()), record, content);
                    } else {
                        EntryTable.insertVersion(copy, scope(record.scope()), record, content, row.getLong(12));
                    }
                    return true;
                }));
    }

    private EntryRecord entry(ResultSet row, long revision) throws SQLException {
        long scope = row.getLong(1);
        StoredEntry stored = new StoredEntry(
                new EntryKey(OrderKeys.kind(row.getLong(2)), SqlConnection.text(row, 8)),
                row.getLong(3),
                row.getLong(4),
                row.getString(9),
                EpochMicros.instant(row.getLong(5)),
                EpochMicros.instant(row.getLong(6)),
                SqlConnection.text(row, 10),
                Blob.of(SqlConnection.bytes(row, 11)));
        long place = OrderKeys.entry(scope, stored.key().kind(), stored.position());
        Map<String, Blob> sidecars = Map.of();
        if (revision > 0) {
            long rowPlace = OrderKeys.revision(scope, revision);
            byte[] packed = old.first(
                    "SELECT packed FROM index_row WHERE place = ?", found -> SqlConnection.bytes(found, 1), rowPlace);
            sidecars = packed == null ? Map.of() : LayoutOneRow.sidecars(rowPlace, packed);
        }
        return new EntryRecord(scope, stored, revision, KeySlots.ofGroup(copy, place), sidecars);
    }

    private static long checksum(EntryRecord record) {
        StoredEntry stored = record.stored();
        return ValuePacker.checksum(
                record.scope(),
                OrderKeys.number(stored.key().kind()),
                stored.position(),
                stored.contentRevision(),
                EpochMicros.micros(stored.time()),
                EpochMicros.micros(stored.recorded()),
                stored.key().id(),
                stored.session(),
                stored.status(),
                stored.body().toArray());
    }

    private boolean state(ResultSet row) throws SQLException {
        ScopeState state =
                new ScopeState(SqlConnection.text(row, 2), row.getLong(3), Blob.of(SqlConnection.bytes(row, 5)));
        long checksum = ValuePacker.checksum(
                row.getLong(1), state.name(), state.version(), state.bytes().toArray());
        ScopeRecord scope = scope(row.getLong(1));
        StateTable.change(copy, scope, new RowChange.Value(state.name(), state));
        if (checksum != row.getLong(4)) {
            StateTable.damage(copy, scope, state.name());
        }
        return true;
    }

    private boolean audit(ResultSet row) throws SQLException {
        copy.update(
                "INSERT INTO audit (seq, scope, at, operation, action, detail, chain) VALUES (?, ?, ?, ?, ?, ?, ?)",
                row.getLong(1),
                row.getLong(2),
                row.getLong(3),
                SqlConnection.text(row, 4),
                SqlConnection.text(row, 5),
                SqlConnection.text(row, 6),
                SqlConnection.bytes(row, 7));
        return true;
    }
}

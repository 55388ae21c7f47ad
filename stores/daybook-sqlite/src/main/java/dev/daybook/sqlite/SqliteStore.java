package dev.daybook.sqlite;

import dev.daybook.error.ConflictException;
import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.DamagedLogs;
import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.PrivateFolder;
import dev.daybook.internal.sqlite.database.SchemaMigrations;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.internal.sqlite.database.StoreMark;
import dev.daybook.internal.sqlite.table.AuditChain;
import dev.daybook.internal.sqlite.table.BatchWriter;
import dev.daybook.internal.sqlite.table.EntryContent;
import dev.daybook.internal.sqlite.table.EntryRow;
import dev.daybook.internal.sqlite.table.EntryTable;
import dev.daybook.internal.sqlite.table.PackedContents;
import dev.daybook.internal.sqlite.table.RowFaults;
import dev.daybook.internal.sqlite.table.RowTable;
import dev.daybook.internal.sqlite.table.ScanQuery;
import dev.daybook.internal.sqlite.table.ScopeRecord;
import dev.daybook.internal.sqlite.table.ScopeTable;
import dev.daybook.internal.sqlite.table.StateTable;
import dev.daybook.internal.sqlite.table.WrittenRows;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.CommitResult;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.FolderStore;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.ScopeNumbers;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StoreGuarantees;
import dev.daybook.store.StoredAudit;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in a folder: one SQLite file ({@code daybook.db}, with its write-ahead log while open) and a {@code lock}.
 *
 * <p>A write is one transaction, durable on return; concurrent writers share a flush (group commit). Up to four reads
 * run in parallel with it. Only one process, and one store in it, can have the folder open.
 */
public final class SqliteStore implements FolderStore, CopyableStore {

    /**
     * The size of a scope up to which its index stays in memory; the first recall on half as much takes under a second.
     */
    private static final long RESIDENT_LIMIT = 200_000;

    /** A longer wait would overflow nanoseconds. */
    private static final Duration MAX_WAIT = Duration.ofDays(365);

    private final DatabaseFile file;
    private final FolderLock lock;
    private final KeyFile keys;
    private final MasterKeys masters;
    private final DamagedLogs damagedLogs;
    private final ErasureScrub scrub;
    private final IndexCheck indexes;
    private final ScopeTable scopes;
    private final BatchWriter batches;
    private final OldRecordPass moving;
    private final GroupCommitWriter writer;
    private final ReaderPool readerPool;
    private final HeadCache heads = new HeadCache();
    private final RecentRows recentRows = new RecentRows(heads);
    private final AtomicLong repairedRows = new AtomicLong();
    private volatile boolean closed;

    private SqliteStore(
            DatabaseFile file,
            FolderLock lock,
            KeyFile keys,
            MasterKeys masters,
            SqlConnection sql,
            IndexCheck indexes,
            GroupCommitWriter.Committer committer)
            throws SQLException {
        this.file = file;
        this.lock = lock;
        this.keys = keys;
        this.masters = masters;
        this.indexes = indexes;
        damagedLogs = new DamagedLogs(file);
        scrub = new ErasureScrub(sql, keys, damagedLogs);
        byte[] salt = sql.first("SELECT value FROM meta WHERE name = 'salt'", row -> SqlConnection.bytes(row, 1));
        if (salt == null) {
            throw new DamagedRecord("it has no salt");
        }
        scopes = new ScopeTable(salt);
        scopes.verifySalt(sql);
        KeySlots.endSealing(sql);
        batches = new BatchWriter(scopes);
        readerPool = new ReaderPool(file, scrub.erasures());
        moving = new OldRecordPass(file, scrub, keys.isOfEarlierBuild() && OldRecordPass.isNeeded(sql));
        writer = new GroupCommitWriter(file, sql, scrub, indexes, moving, committer);
    }

    /**
     * Opens the store in a folder. A missing folder is created for its owner only.
     *
     * @throws dev.daybook.error.StoreInUseException if it is open already, in this or another process; the message names
     *     it
     * @throws dev.daybook.error.StoreException if the folder cannot be read and written, has other content, or a store
     *     that is damaged or of a newer layout; no record was changed. The layout of the database is brought up to date before
     *     the key file is read, so after a refusal of that file an earlier build may refuse the folder
     */
    public static SqliteStore open(Path folder) {
        return open(folder, MasterKeys.NONE);
    }

    /**
     * Opens the store in a folder as {@link #open(Path)}, with master keys. A store without a master key gets the current
     * one; a store of the previous one is from then on wrapped by the current one. No record is written again.
     *
     * @throws dev.daybook.error.StoreException if the store needs another master key, or the key or its service fails
     */
    public static SqliteStore open(Path folder, MasterKeys masters) {
        return uninterrupted(() -> openUninterrupted(folder, masters, GroupCommitWriter.Committer.FLUSH));
    }

    static SqliteStore open(Path folder, GroupCommitWriter.Committer committer) {
        return uninterrupted(() -> openUninterrupted(folder, MasterKeys.NONE, committer));
    }

    /** Java closes a channel, and so releases the lock, when an interrupted thread uses it. */
    private static <T> T uninterrupted(Supplier<T> work) {
        boolean interrupted = Thread.interrupted();
        try {
            return work.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static SqliteStore openUninterrupted(
            Path folder, MasterKeys masters, GroupCommitWriter.Committer committer) {
        Path real = PrivateFolder.open(folder);
        FolderLock lock = FolderLock.take(real);
        @Nullable SqliteStore store = null;
        try {
            store = openLocked(new DatabaseFile(real), lock, masters, committer);
            return store;
        } finally {
            if (store == null) {
                lock.close();
            }
        }
    }

    private static SqliteStore openLocked(
            DatabaseFile file, FolderLock lock, MasterKeys masters, GroupCommitWriter.Committer committer) {
        StoreFolders.deleteScratch(file.folder());
        boolean isNew = file.requireOurs();
        boolean abandoned = lock.wasAbandoned() || !file.logIsEmpty();
        new DamagedLogs(file).keepIfDamaged();
        NativeLibrary.load();
        @Nullable SqliteStore store = null;
        try {
            SqlConnection sql = openMigrated(file);
            @Nullable KeyFile keys = null;
            try {
                SchemaMigrations.run(file.path(), sql);
                keys = StoreKeys.open(file, sql, masters);
                IndexCheck indexes = new IndexCheck(file);
                if (!isNew) {
                    checkpoint(sql, abandoned);
                    indexes.atOpening(sql, abandoned);
                }
                store = new SqliteStore(file, lock, keys, masters, sql, indexes, committer);
                StoreMark.put(file.folder());
                new BackupNote(file.folder()).cleanUp();
                return store;
            } finally {
                if (store == null) {
                    sql.close();
                    StoreKeys.close(keys);
                }
            }
        } catch (SQLException failure) {
            throw isNew
                    ? SqliteFailures.ofNewFile(file.path(), failure)
                    : SqliteFailures.translate(file.path(), failure);
        }
    }

    private static SqlConnection openMigrated(DatabaseFile file) throws SQLException {
        SqlConnection sql = file.openToWrite();
        boolean done = false;
        try {
            if (sql.number("PRAGMA user_version") != LayoutOneMigration.LAYOUT) {
                done = true;
                return sql;
            }
            LayoutOneMigration.run(file, sql);
        } finally {
            if (!done) {
                sql.close();
            }
        }
        return file.openToWrite();
    }

    /** Checkpoints the log, so that new writes do not follow a torn end. A full disk may prevent it. */
    private static void checkpoint(SqlConnection sql, boolean abandoned) throws SQLException {
        try {
            if (abandoned) {
                ErasureScrub.emptyLog(sql);
            }
        } catch (SQLException failure) {
            if (!SqliteFailures.isOfTheDisk(failure)) {
                throw failure;
            }
            System.getLogger(SqliteStore.class.getName())
                    .log(System.Logger.Level.WARNING, "the log could not be emptied", failure);
        }
    }

    @Override
    public StoreGuarantees guarantees() {
        return new StoreGuarantees(true, true, true, false, true, RESIDENT_LIMIT);
    }

    @Override
    public CommitResult write(WriteBatch batch) {
        PackedContents contents = PackedContents.of(batch);
        boolean isOutcomeKnown = false;
        try {
            CommitResult result = writer.write(
                            sql -> batches.write(sql, batch, contents),
                            written -> committed(batch.scope(), written.rows()))
                    .result();
            isOutcomeKnown = true;
            return result;
        } catch (ConflictException notWritten) {
            isOutcomeKnown = true;
            throw notWritten;
        } finally {
            if (!isOutcomeKnown) {
                recentRows.drop(batch.scope());
            }
        }
    }

    private void committed(Scope scope, WrittenRows written) {
        heads.put(scope, written.head());
        recentRows.committed(scope, written);
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        return get(scope, keys, size -> {});
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys, LongConsumer sizes) {
        List<StoredEntry> recent = closed ? null : recentRows.entries(scope, keys);
        if (recent != null) {
            recent.forEach(entry -> sizes.accept(entry.body().size()));
            return recent;
        }
        return readerPool.read(sql -> {
            ScopeRecord record = find(sql, scope);
            return record == null ? List.<StoredEntry>of() : EntryTable.find(sql, record, keys, sizes);
        });
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        return scan(scope, scan, null, size -> {});
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan, Consumer<EntryKey> damaged) {
        return scan(scope, scan, damaged, size -> {});
    }

    @Override
    public Page<StoredEntry> scan(
            Scope scope, EntryScan scan, @Nullable Consumer<EntryKey> damaged, LongConsumer sizes) {
        return readInScope(
                scope,
                (sql, record) -> damaged == null
                        ? ScanQuery.page(sql, record, scan, sizes)
                        : ScanQuery.page(sql, record, scan, damaged, sizes));
    }

    @Override
    public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        Page.oneMore(limit);
        List<IndexRow> recent = closed ? null : recentRows.rows(scope, afterRevision, limit);
        if (recent != null) {
            return new Page<>(recent, null);
        }
        RowTable.RowPage found = readRows(scope, afterRevision, limit);
        if (found.damaged() > 0) {
            repairRows(scope, found);
            found = readRows(scope, afterRevision, limit);
        }
        if (found.missing()) {
            throw SqliteFailures.damaged(file.path(), "it has entries that cannot be read", null);
        }
        return found.page();
    }

    private RowTable.RowPage readRows(Scope scope, long afterRevision, int limit) {
        return readerPool.read(sql -> {
            ScopeRecord record = find(sql, scope);
            return record == null
                    ? new RowTable.RowPage(new Page<>(List.of(), null), 0, false)
                    : RowTable.page(sql, record, afterRevision, limit);
        });
    }

    /** Index rows are derived: a flipped bit in one must not make a whole scope unreadable. */
    private void repairRows(Scope scope, RowTable.RowPage found) {
        System.Logger log = System.getLogger(SqliteStore.class.getName());
        try {
            int repaired = changeWithoutBatch(sql -> {
                ScopeRecord record = scopes.find(sql, scope);
                return record == null ? 0 : RowFaults.repair(sql, record.number);
            });
            log.log(
                    System.Logger.Level.WARNING,
                    "{0} index rows of {1} were damaged and were rebuilt from their entries;"
                            + " run `daybook rebuild` to rebuild their terms and vectors, and check the disk",
                    repaired,
                    file.path());
            repairedRows.addAndGet(repaired);
        } catch (StoreException readOnly) {
            log.log(
                    System.Logger.Level.ERROR,
                    found.damaged() + " index rows of " + file.path() + " are damaged and cannot be rebuilt",
                    readOnly);
        }
    }

    @Override
    public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        Page.oneMore(limit);
        return readInScope(scope, (sql, record) -> StateTable.page(sql, record, prefix, cursor, limit));
    }

    @Override
    public Optional<ScopeState> state(Scope scope, String name) {
        return readInScope(scope, (sql, record) -> new Page<>(StateTable.find(sql, record, name), null))
                .items()
                .stream()
                .findFirst();
    }

    @Override
    public Page<AuditRecord> audits(Scope scope, @Nullable String cursor, int limit) {
        Page.oneMore(limit);
        return readInScope(scope, (sql, record) -> AuditChain.page(sql, record.number, cursor, limit));
    }

    @Override
    public List<StoredAudit> audits(String operation) {
        return readerPool.read(sql -> AuditChain.find(sql, operation));
    }

    @FunctionalInterface
    private interface InScope<T> {
        Page<T> run(SqlConnection sql, ScopeRecord scope) throws SQLException;
    }

    private <T> Page<T> readInScope(Scope scope, InScope<T> work) {
        return readerPool.read(sql -> {
            ScopeRecord record = find(sql, scope);
            return record == null ? new Page<T>(List.of(), null) : work.run(sql, record);
        });
    }

    /** Finds a scope for a reader. Not for a writer, whose transaction is not yet committed. */
    private @Nullable ScopeRecord find(SqlConnection sql, Scope scope) throws SQLException {
        ScopeRecord record = scopes.find(sql, scope);
        if (record != null) {
            heads.seen(scope, record.epoch(), record.revision(), record::head);
        }
        return record;
    }

    @Override
    public Head head(Scope scope) {
        if (closed) {
            throw file.closed();
        }
        return heads.get(scope, this::readHead);
    }

    private Head readHead(Scope scope) {
        return readerPool.read(sql -> {
            ScopeRecord record = scopes.find(sql, scope);
            return record == null ? Head.EMPTY : record.head();
        });
    }

    @Override
    public Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit) {
        Page<ScopeHead> page = readerPool.read(sql -> scopes.heads(sql, space, cursor, limit));
        for (ScopeHead seen : page.items()) {
            heads.seen(seen.scope(), seen.head().epoch(), seen.head().revision(), seen::head);
        }
        return page;
    }

    @Override
    public List<Scope> agents(Scope.User user) {
        return readerPool.read(sql -> scopes.agents(sql, user));
    }

    @Override
    public Page<Space> spaces(@Nullable String cursor, int limit) {
        return readerPool.read(sql -> scopes.spaces(sql, cursor, limit));
    }

    @Override
    public EraseResult erase(Scope scope, EraseRequest what, WriteBatch alongside) {
        if (!alongside.scope().equals(scope)) {
            throw new IllegalArgumentException("alongside is of the scope " + alongside.scope() + ", the erasure of "
                    + scope + "; one step changes one scope");
        }
        try {
            return writer.write(sql -> batches.erase(sql, scope, what, alongside), erased -> {
                        try {
                            heads.put(scope, erased.head());
                        } finally {
                            scrub.committed(erased.result().number(), erased.ownKeys());
                        }
                    })
                    .result();
        } finally {
            // Also after a failure, because an erasure of unknown outcome may have been committed.
            recentRows.drop(scope);
        }
    }

    @Override
    public ScopeNumbers numbers(Scope scope) {
        return readerPool.read(sql -> {
            ScopeRecord record = find(sql, scope);
            return record == null ? ScopeNumbers.NONE : record.numbers();
        });
    }

    @Override
    public Page<Scope> scopes(@Nullable String cursor, int limit) {
        return readerPool.read(sql -> ScopeTable.named(sql, cursor, limit));
    }

    @Override
    public void copy(ScopeRows rows) {
        changeWithoutBatch(sql -> batches.copy(sql, rows));
    }

    /** Changes scopes, and forgets the heads and rows in memory of all of them; also after a failure, whose outcome is unknown. */
    private <T> T changeWithoutBatch(ConnectionWork<T> work) {
        try {
            return writer.write(work, done -> clearRecent());
        } finally {
            clearRecent();
        }
    }

    private void clearRecent() {
        heads.clear();
        recentRows.clear();
    }

    @Override
    public ErasureReceipt.Bytes bytes(long erasure, Duration wait) {
        if (closed) {
            throw file.closed();
        }
        boolean scrubbed = scrub.isScrubbed(erasure);
        if (!scrubbed && !wait.isZero() && !wait.isNegative()) {
            long nanos = wait.compareTo(MAX_WAIT) < 0 ? wait.toNanos() : MAX_WAIT.toNanos();
            scrubbed = writer.scrub(nanos, () -> scrub.isScrubbed(erasure));
        }
        return scrubbed && damagedLogs.areAcknowledged() ? ErasureReceipt.Bytes.GONE : ErasureReceipt.Bytes.PENDING;
    }

    @Override
    public HealthReport check(boolean repair) {
        List<Finding> findings = new ArrayList<>(repair ? repaired() : List.of());
        if (repairedRows.get() > 0) {
            findings.add(new Finding(
                    HealthReport.Level.WARN,
                    "index rows",
                    repairedRows.get() + " were damaged and were rebuilt from their entries",
                    "run `daybook rebuild` to rebuild terms and vectors, and check the disk"));
        }
        Finding rebuilt = indexes.finding();
        if (rebuilt != null) {
            findings.add(rebuilt);
        }
        if (keys.isHeaderRepaired()) {
            findings.add(new Finding(
                    HealthReport.Level.WARN,
                    "key file",
                    "a copy of its header was damaged and was written again from the other one",
                    "check the disk, and who can write to the folder"));
        }
        String master = keys.masterKey();
        if (master != null) {
            findings.add(new Finding(
                    HealthReport.Level.OK, "master key", "the encryption keys are wrapped by " + master, ""));
        }
        findings.addAll(readerPool.read(new DatabaseCheck(file, scrub, damagedLogs)::run));
        return new HealthReport(findings);
    }

    private List<Finding> repaired() {
        List<Finding> findings = changeWithoutBatch(sql -> DatabaseRepair.run(sql, damagedLogs));
        if (keys.isOfEarlierBuild()) {
            moving.again();
            writer.wakeIdleTasks();
        }
        return findings;
    }

    @Override
    public long size() {
        return file.size();
    }

    @Override
    public Path folder() {
        return file.folder();
    }

    /** One call runs at a time: it restores the backups in the folder into a scratch folder. */
    @Override
    public synchronized void decrypt(Consumer<byte[]> record) {
        readerPool.read(sql -> {
            for (String table : List.of("entry", "version")) {
                sql.each("SELECT " + EntryRow.COLUMNS + " FROM " + table, row -> {
                    EntryContent content = EntryRow.read(row).content(row, sql.cipher());
                    record.accept(content.entry().bytes());
                    record.accept(content.sidecars().bytes());
                    return true;
                });
            }
            StateTable.decrypt(sql, record);
            return ScopeTable.decryptNames(sql, record);
        });
        BackupRestore.decryptBackups(file.folder(), masters, record);
    }

    /** One backup runs at a time, and closing waits for it. */
    @Override
    public synchronized void backup(Path target) {
        if (closed) {
            throw file.closed();
        }
        uninterrupted(() -> {
            moving.backupRuns(true);
            try {
                seal(sql -> Integer.MAX_VALUE);
                new DatabaseBackup(target).copy(file, keys, masters.ofBackups());
            } finally {
                try {
                    seal(KeySlots::used);
                } finally {
                    moving.backupRuns(false);
                }
            }
            return target;
        });
    }

    /**
     * Lets writes use other keys than a backup contains. While it is made, each write takes a new key.
     *
     * @param slot returns the last slot that may be in the backup
     */
    private void seal(ConnectionWork<Integer> slot) {
        try {
            writer.write(
                    sql -> {
                        KeySlots.seal(sql, slot.run(sql));
                        return slot;
                    },
                    recorded -> {});
        } catch (StoreException readOnly) {
            // Then nothing is written after the backup either.
            System.getLogger(SqliteStore.class.getName())
                    .log(System.Logger.Level.DEBUG, "the keys of a backup were not sealed", readOnly);
        }
    }

    /**
     * Returns whether a file ends as a backup does, whatever its beginning is.
     *
     * @throws IOException if the file cannot be read
     */
    public static boolean isBackup(Path file) throws IOException {
        return BackupKeys.areIn(file);
    }

    /** Restores a backup that was made without a master key, as {@link #restore(Path, Path, boolean, MasterKeys)} does. */
    public static HealthReport restore(Path backup, Path folder, boolean replace) {
        return restore(backup, folder, replace, MasterKeys.NONE);
    }

    /**
     * Restores a backup into a folder. The backup is copied and checked first; the folder is unchanged unless the check
     * passes.
     *
     * @param replace whether an existing store in the folder may be replaced; it is lost then
     * @param masters with the master key that the backup was made with, if one was; the current one wraps the restored
     *     keys
     * @return the result of the check; if it is not {@link HealthReport#ok}, nothing was changed
     * @throws IllegalArgumentException if the backup does not exist, or the folder has a store or other files and
     * {@code replace} is not set
     * @throws dev.daybook.error.StoreInUseException if a store is open in the folder
     * @throws dev.daybook.error.StoreException if the backup is not a Daybook store, is of a newer layout, needs another
     * master key, or could not be read or written; nothing was changed
     */
    public static HealthReport restore(Path backup, Path folder, boolean replace, MasterKeys masters) {
        return uninterrupted(() -> new BackupRestore(backup, folder, masters).run(replace));
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        uninterrupted(() -> {
            closeAll();
            return true;
        });
    }

    private void closeAll() {
        try (lock) {
            try {
                readerPool.close();
            } finally {
                writer.close();
                clearRecent();
                StoreKeys.close(keys);
            }
        } catch (SQLException failure) {
            throw SqliteFailures.translate(file.path(), failure);
        }
    }

    /** For tests, to move the records of earlier builds step by step. */
    OldRecordPass moving() {
        return moving;
    }

    /** For tests, to count the statements of a read. */
    ReaderPool readerPool() {
        return readerPool;
    }

    /** For tests, to drop the rows in memory, so that a read asks the database. */
    RecentRows recentRows() {
        return recentRows;
    }

    /** For tests, to cause failures such as a full disk. */
    GroupCommitWriter writer() {
        return writer;
    }
}

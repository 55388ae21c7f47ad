package dev.daybook.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.daybook.internal.encryption.DatabaseLayout;
import dev.daybook.internal.encryption.EncryptedStore;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.CommitResult;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
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
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A store in a PostgreSQL database, which several processes may have open. Each batch is one transaction that first
 * locks the row of its scope; nothing is cached, so every read sees the commits of all processes.
 *
 * <p>The tables begin with {@code daybook_} and are in the first schema of the connection's search path. A repeated batch
 * of the same {@link WriteBatch#operation()} returns its first result for a day, and a commit whose answer was lost is
 * settled by it. A failure after which nothing has changed is retryable where another attempt can help.
 *
 * <p>A call uses one connection of the data source and returns it. {@link #close()} waits for running calls; after it
 * every other call is an {@link IllegalStateException}.
 */
public final class PostgresStore implements CopyableStore {

    private static final String NAME = "the PostgreSQL store";

    private static final long RESIDENT_LIMIT = 200_000;

    private final PostgresDatabase database;
    private final ScopeKeys scopeKeys;
    private final StoreGuarantees guarantees;
    private final Runnable release;

    /** A call holds the read lock, {@link #close()} takes the write lock. */
    private final ReadWriteLock calls = new ReentrantReadWriteLock();

    private boolean closed;

    private PostgresStore(PostgresDatabase database, byte[] salt, boolean durable, Runnable release) {
        this.database = database;
        this.scopeKeys = new ScopeKeys(salt);
        this.release = release;
        this.guarantees = new StoreGuarantees(durable, true, true, true, false, RESIDENT_LIMIT);
    }

    /**
     * Opens the store of a database, creating its tables if they are missing.
     *
     * @param source connections to the primary server, best from a pool; the store does not close it
     * @throws dev.daybook.error.StoreException if the database cannot be used, its tables are of a newer version, or its
     *     records are encrypted: {@link #open(DataSource, MasterKeys)} reads those
     */
    public static PostgresStore open(DataSource source) {
        return clear(open(source, () -> {}));
    }

    /**
     * Opens the store of a database as {@link #open(DataSource)}, with encrypted records if there is a current master key:
     * bodies, sidecars, states, ids and names are encrypted and authenticated before the database gets them (decision 164).
     *
     * @param keys the master keys; the current one wraps the key of the records, which is in the database
     * @throws IllegalArgumentException if there is a current master key, and the database has records in clear
     * @throws dev.daybook.error.StoreException also if the master key of an encrypted database was not given, or fails
     */
    public static CopyableStore open(DataSource source, MasterKeys keys) {
        return opened(open(source, () -> {}), keys);
    }

    private static CopyableStore opened(PostgresStore store, MasterKeys keys) {
        return EncryptedStore.open(store, store.layout(), keys, NAME);
    }

    private DatabaseLayout layout() {
        return new DatabaseLayout() {
            @Override
            public boolean isUsedOutside(Space space) {
                return read(sql -> ScopeList.isUsedOutside(sql, space));
            }

            @Override
            public void markEncrypted() {
                transact(sql -> {
                    PostgresSchema.markEncrypted(sql);
                    return true;
                });
            }
        };
    }

    private static PostgresStore clear(PostgresStore store) {
        EncryptedStore.requireClear(store, NAME);
        return store;
    }

    /**
     * Opens the store of a database with a pool of its own, which is closed with the store. Needs HikariCP, an optional
     * dependency.
     *
     * @param url the JDBC address: {@code jdbc:postgresql://HOST/DATABASE}; {@code ?currentSchema=NAME} names a schema
     * @throws IllegalArgumentException if the address is not one of PostgreSQL
     * @throws dev.daybook.error.StoreException as {@link #open(DataSource)}
     * @throws NoClassDefFoundError without HikariCP on the class path
     */
    public static PostgresStore connect(String url, String user, String password) {
        return connect(url, user, password, PostgresStore::clear);
    }

    /**
     * Opens the store of a database with a pool as {@link #connect(String, String, String)}, and with master keys as
     * {@link #open(DataSource, MasterKeys)}.
     */
    public static CopyableStore connect(String url, String user, String password, MasterKeys keys) {
        return connect(url, user, password, store -> opened(store, keys));
    }

    /** Opens the store of a database as {@link #connect(String, String, String, MasterKeys)} does, to copy it as it is. */
    static CopyableStore connectToRead(String url, String user, String password, MasterKeys keys) {
        return connect(url, user, password, store -> EncryptedStore.openToRead(store, keys, NAME));
    }

    private static <T> T connect(String url, String user, String password, Function<PostgresStore, T> opening) {
        HikariDataSource pool = ConnectionPool.open(url, user, password);
        try {
            return opening.apply(open(pool, pool::close));
        } catch (RuntimeException failure) {
            pool.close();
            throw failure;
        }
    }

    private static PostgresStore open(DataSource source, Runnable release) {
        PostgresDatabase database = new PostgresDatabase(source);
        byte[] salt = database.transact(PostgresSchema::open);
        return new PostgresStore(database, salt, database.read(PostgresCheck::isDurable), release);
    }

    /** Returns the guarantees: durable unless {@code fsync} or {@code synchronous_commit} was off at the opening. */
    @Override
    public StoreGuarantees guarantees() {
        return guarantees;
    }

    @Override
    public CommitResult write(WriteBatch batch) {
        byte[] key = scopeKeys.key(batch.scope());
        return transact(sql -> BatchTransaction.write(sql, key, batch));
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        return get(scope, keys, size -> {});
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys, LongConsumer sizes) {
        return read(sql -> EntryRows.get(sql, scopeKeys.key(scope), keys, sizes));
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        return scan(scope, scan, null, size -> {});
    }

    @Override
    public Page<StoredEntry> scan(
            Scope scope, EntryScan scan, @Nullable Consumer<EntryKey> damaged, LongConsumer sizes) {
        return read(sql -> ScanStatement.page(sql, scopeKeys.key(scope), scan, sizes));
    }

    @Override
    public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        return read(sql -> IndexRowPage.read(sql, scopeKeys.key(scope), afterRevision, limit));
    }

    @Override
    public Head head(Scope scope) {
        return read(sql -> ScopeRow.head(sql, scopeKeys.key(scope)));
    }

    @Override
    public Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit) {
        return read(sql -> ScopeList.heads(sql, space, cursor, limit));
    }

    @Override
    public Page<Space> spaces(@Nullable String cursor, int limit) {
        return read(sql -> ScopeList.spaces(sql, cursor, limit));
    }

    @Override
    public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        return read(sql -> StateRows.page(sql, scopeKeys.key(scope), prefix, cursor, limit));
    }

    @Override
    public Page<AuditRecord> audits(Scope scope, @Nullable String cursor, int limit) {
        return read(sql -> ScopeAudits.page(sql, scopeKeys.key(scope), cursor, limit));
    }

    @Override
    public List<StoredAudit> audits(String operation) {
        return read(sql -> ScopeAudits.find(sql, operation));
    }

    @Override
    public EraseResult erase(Scope scope, EraseRequest what, WriteBatch alongside) {
        if (!alongside.scope().equals(scope)) {
            throw new IllegalArgumentException("alongside is of the scope " + alongside.scope() + ", the erasure of "
                    + scope + "; give a batch of the erased scope");
        }
        byte[] key = scopeKeys.key(scope);
        return transact(sql -> BatchTransaction.erase(sql, key, scope, what, alongside));
    }

    @Override
    public ScopeNumbers numbers(Scope scope) {
        return read(sql -> ScopeRow.numbers(sql, scopeKeys.key(scope)));
    }

    @Override
    public Page<Scope> scopes(@Nullable String cursor, int limit) {
        return read(sql -> ScopeList.named(sql, cursor, limit));
    }

    @Override
    public void copy(ScopeRows rows) {
        byte[] key = scopeKeys.key(rows.scope());
        transact(sql -> BatchTransaction.copy(sql, key, rows));
    }

    /**
     * Returns {@link ErasureReceipt.Bytes#KEPT}: the server keeps deleted rows in its tables until {@link #vacuum}, and in
     * its write-ahead log, its standbys and its backups for longer.
     */
    @Override
    public ErasureReceipt.Bytes bytes(long erasure, Duration wait) {
        return call(() -> ErasureReceipt.Bytes.KEPT);
    }

    /**
     * Rewrites the tables without erased rows ({@code VACUUM FULL}) and lets the server drop the write-ahead log before
     * that ({@code pg_switch_wal}, {@code CHECKPOINT}). A call for an operator at a quiet hour: each table is locked
     * while the server copies it, which needs free space of its size, and other calls wait. Repeat it after a failure.
     *
     * @return the state of the tables and of the log; a warning says why erased bytes remain. Standbys, archives and
     *     backups are not looked at
     * @throws dev.daybook.error.StoreException if the user does not own the tables, or they are in use for too long
     */
    public HealthReport vacuum() {
        return read(TableRewrite::run);
    }

    /** Does the same as {@link #vacuum()} for a database, encrypted or not; no master key is needed. */
    public static HealthReport vacuum(DataSource source) {
        return open(source, () -> {}).vacuum();
    }

    /** Checks the counts of all scopes and all audit chains. {@code repair} changes nothing: no table is derived. */
    @Override
    public HealthReport check(boolean repair) {
        // In a transaction the audit entries come a part at a time.
        return transact(PostgresCheck::report);
    }

    @Override
    public void close() {
        calls.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                release.run();
            }
        } finally {
            calls.writeLock().unlock();
        }
    }

    private <T> T read(PostgresDatabase.SqlWork<T> work) {
        return call(() -> database.read(work));
    }

    private <T> T transact(PostgresDatabase.SqlWork<T> work) {
        return call(() -> database.transact(work));
    }

    private <T> T call(Supplier<T> work) {
        calls.readLock().lock();
        try {
            if (closed) {
                throw new IllegalStateException("the store is closed; open a new one");
            }
            return work.get();
        } finally {
            calls.readLock().unlock();
        }
    }
}

package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
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
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store in an Apache Cassandra cluster, which several processes may have open. A scope is a partition, and each batch
 * is one conditional batch of its partition; nothing is cached, so every read sees the batches of all processes. A large
 * scope has its later bodies and sidecars in further partitions, which the batch publishes.
 *
 * <p>The tables begin with {@code daybook_} and are in the keyspace of the session. Reads and writes wait for a majority
 * of the replicas, in all data centres. A repeated batch of the same {@link WriteBatch#operation()} returns its first
 * result for a day, and a batch whose answer was lost is settled by it. A failure after which nothing has changed is
 * retryable where another attempt can help. A batch that is larger than the nodes take is refused.
 *
 * <p>After {@link #close()} every other call is an {@link IllegalStateException}.
 */
public final class CassandraStore implements CopyableStore {

    private static final String STORE = "the Cassandra store";

    private static final long RESIDENT_LIMIT = 200_000;

    /** Batches of one process for a scope follow each other: conditional batches that meet cost each other attempts. */
    private static final int LOCKS = 256;

    private final CassandraDatabase database;
    private final String name;
    private final PartitionKeys partitionKeys;
    private final ScopeRegistry registry;
    private final ContentBuckets buckets;
    private final NodeSettings settings;
    private final ErasureNumbers erasures;
    private final @Nullable RemovalThread removals;
    private final Runnable release;
    private final Lock[] locks =
            Stream.generate(() -> new ReentrantLock(true)).limit(LOCKS).toArray(Lock[]::new);
    private volatile boolean closed;

    private CassandraStore(
            CassandraDatabase database,
            String name,
            byte[] salt,
            ContentBuckets buckets,
            NodeSettings settings,
            ErasureNumbers erasures,
            @Nullable RemovalThread removals,
            Runnable release) {
        this.database = database;
        this.name = name;
        this.partitionKeys = new PartitionKeys(salt);
        this.registry = new ScopeRegistry(database, name);
        this.buckets = buckets;
        this.settings = settings;
        this.erasures = erasures;
        this.removals = removals;
        this.release = release;
    }

    /**
     * Opens the store of a keyspace, creating its tables if they are missing.
     *
     * @param session a session with a keyspace, which must exist; the store does not close it
     * @throws dev.daybook.error.StoreException if the cluster cannot be used, the tables are of a newer version, or the
     *     records are encrypted: {@link #open(CqlSession, MasterKeys)} reads those
     */
    public static CassandraStore open(CqlSession session) {
        return clear(open(session, "daybook", () -> {}));
    }

    /**
     * Opens the store of a keyspace as {@link #open(CqlSession)}, with encrypted records if there is a current master key:
     * bodies, sidecars, states, ids and names are encrypted and authenticated before the nodes get them (decision 164).
     *
     * @param keys the master keys; the current one wraps the key of the records, which is in the keyspace
     * @throws IllegalArgumentException if there is a current master key, and the keyspace has records in clear
     * @throws dev.daybook.error.StoreException also if the master key of encrypted records was not given, or fails
     */
    public static CopyableStore open(CqlSession session, MasterKeys keys) {
        return open(session, "daybook", () -> {}).opened(keys);
    }

    /** Returns this store as master keys let it be opened. */
    CopyableStore opened(MasterKeys keys) {
        DatabaseLayout layout = new DatabaseLayout() {
            @Override
            public boolean isUsedOutside(Space space) {
                return call(() -> registry.isUsedOutside(space));
            }

            @Override
            public void markEncrypted() {
                call(() -> {
                    CassandraSchema.markEncrypted(database, name);
                    return true;
                });
            }
        };
        return EncryptedStore.open(this, layout, keys, STORE);
    }

    private static CassandraStore clear(CassandraStore store) {
        EncryptedStore.requireClear(store, STORE);
        return store;
    }

    /**
     * Opens the store of a keyspace as {@link #open(CqlSession)}, and erases bytes.
     *
     * @param jmx the JMX addresses of all nodes of the cluster
     */
    public static CassandraStore open(CqlSession session, JmxAccess jmx) {
        return closedOnFailure(open(session, "daybook", jmx, ByteRemoval.QUIET, () -> {}), CassandraStore::clear);
    }

    /** Opens the store of a keyspace as {@link #open(CqlSession, MasterKeys)}, and erases bytes. */
    public static CopyableStore open(CqlSession session, JmxAccess jmx, MasterKeys keys) {
        return closedOnFailure(open(session, "daybook", jmx, ByteRemoval.QUIET, () -> {}), store -> store.opened(keys));
    }

    /** Ends the thread of a store that is refused. */
    private static <T> T closedOnFailure(CassandraStore store, Function<CassandraStore, T> opening) {
        try {
            return opening.apply(store);
        } catch (RuntimeException failure) {
            store.close();
            throw failure;
        }
    }

    /**
     * Opens the store of a keyspace with a session of its own, which is closed with the store.
     *
     * @param address {@code cassandra://HOST[:PORT],HOST…/KEYSPACE[?datacenter=NAME][&jmx=HOST[:PORT],HOST…]}: some
     *     nodes of the cluster; the data centre of this process, by default that of the nodes; and the JMX addresses of
     *     all nodes, without which the store does not erase bytes
     * @param user the user, also of JMX, or an empty text for a cluster without users
     * @throws IllegalArgumentException if the address has another form
     * @throws dev.daybook.error.StoreException as {@link #open(CqlSession)}
     */
    public static CassandraStore connect(String address, String user, String password) {
        return closedOnFailure(connected(address, user, password), CassandraStore::clear);
    }

    /**
     * Opens the store of a keyspace with a session of its own as {@link #connect(String, String, String)}, and with master
     * keys as {@link #open(CqlSession, MasterKeys)}.
     */
    public static CopyableStore connect(String address, String user, String password, MasterKeys keys) {
        return closedOnFailure(connected(address, user, password), store -> store.opened(keys));
    }

    /** Opens the store of a keyspace as {@link #connect(String, String, String, MasterKeys)} does, to copy it as it is. */
    static CopyableStore connectToRead(String address, String user, String password, MasterKeys keys) {
        return closedOnFailure(
                connected(address, user, password), store -> EncryptedStore.openToRead(store, keys, STORE));
    }

    private static CassandraStore connected(String address, String user, String password) {
        CassandraAddress parsed = CassandraAddress.of(address);
        CqlSession session = translated(() -> parsed.connect(user, password));
        try {
            return open(session, "daybook", parsed.jmx(user, password), ByteRemoval.QUIET, session::close);
        } catch (RuntimeException failure) {
            session.close();
            throw failure;
        }
    }

    /** Opens one of several stores of a keyspace, which share the tables. */
    static CassandraStore open(CqlSession session, String name, Runnable release) {
        return open(session, name, null, ByteRemoval.QUIET, release);
    }

    /** @param quiet the time after which no write is under way to a replica */
    static CassandraStore open(
            CqlSession session, String name, @Nullable JmxAccess jmx, Duration quiet, Runnable release) {
        return open(session, name, ContentBuckets.POSITIONS, jmx, quiet, release);
    }

    /** @param positions the positions of a bucket, always the same for a store */
    static CassandraStore open(
            CqlSession session,
            String name,
            long positions,
            @Nullable JmxAccess jmx,
            Duration quiet,
            Runnable release) {
        return translated(() -> {
            CassandraDatabase database = new CassandraDatabase(session);
            byte[] salt = CassandraSchema.open(database, name);
            ErasureNumbers erasures = new ErasureNumbers(database, name);
            ContentBuckets buckets = new ContentBuckets(database, name, positions);
            RemovalThread removals = jmx == null
                    ? null
                    : new RemovalThread(erasures, () -> new ByteRemoval(database, erasures, buckets, jmx, quiet).run());
            return new CassandraStore(
                    database, name, salt, buckets, NodeSettings.read(session), erasures, removals, release);
        });
    }

    /**
     * Returns the guarantees: durable if all nodes flushed a write before acknowledging it at the opening; it erases
     * bytes if it has the JMX addresses of the nodes.
     */
    @Override
    public StoreGuarantees guarantees() {
        return new StoreGuarantees(settings.flushes(), true, true, true, removals != null, RESIDENT_LIMIT);
    }

    @Override
    public CommitResult write(WriteBatch batch) {
        return call(() -> OperationResult.commit(batch, change(ScopeChange.of(batch))));
    }

    private List<Long> change(ScopeChange change) {
        ByteBuffer key = partitionKeys.key(change.scope());
        Lock lock = locks[Math.floorMod(key.hashCode(), LOCKS)];
        lock.lock();
        try {
            return new ScopeTurn(database, registry, buckets, settings.mostBytes(), key, change).take();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        return get(scope, keys, size -> {});
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys, LongConsumer sizes) {
        return call(() -> {
            ByteBuffer key = partitionKeys.key(scope);
            return new PartitionEntries(database, buckets, key, life(key)).get(keys, sizes);
        });
    }

    private int life(ByteBuffer key) {
        return PartitionHead.read(database, key).life();
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        return scan(scope, scan, null, size -> {});
    }

    @Override
    public Page<StoredEntry> scan(
            Scope scope, EntryScan scan, @Nullable Consumer<EntryKey> damaged, LongConsumer sizes) {
        return call(() -> {
            ByteBuffer key = partitionKeys.key(scope);
            return PartitionScan.page(database, buckets, key, life(key), scan, sizes);
        });
    }

    @Override
    public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        return call(() -> {
            ByteBuffer key = partitionKeys.key(scope);
            return ChangeLog.page(database, buckets, key, life(key), afterRevision, limit);
        });
    }

    @Override
    public Head head(Scope scope) {
        return call(() ->
                PartitionHead.read(database, partitionKeys.key(scope)).numbers().head());
    }

    /** Reads the head of each scope that was registered in the space. */
    @Override
    public Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit) {
        return call(() -> registry.heads(space, cursor, limit));
    }

    @Override
    public Page<Space> spaces(@Nullable String cursor, int limit) {
        return call(() -> registry.spaces(cursor, limit));
    }

    @Override
    public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        return call(() -> {
            ByteBuffer key = partitionKeys.key(scope);
            return PartitionStates.page(database, key, life(key), prefix, cursor, limit);
        });
    }

    @Override
    public Page<AuditRecord> audits(Scope scope, @Nullable String cursor, int limit) {
        return call(() -> ChainedAudits.page(database, partitionKeys.key(scope), cursor, limit));
    }

    /** Asks all nodes. */
    @Override
    public List<StoredAudit> audits(String operation) {
        return call(() -> ChainedAudits.find(database, name, operation));
    }

    @Override
    public EraseResult erase(Scope scope, EraseRequest what, WriteBatch alongside) {
        if (!alongside.scope().equals(scope)) {
            throw new IllegalArgumentException("alongside is a batch of another scope; give one of the scope erased");
        }
        return call(() -> {
            ByteBuffer key = partitionKeys.key(scope);
            return OperationResult.erased(change(ScopeChange.of(what, () -> erasures.next(key), alongside)));
        });
    }

    @Override
    public ScopeNumbers numbers(Scope scope) {
        return call(() -> PartitionHead.read(database, partitionKeys.key(scope)).numbers());
    }

    @Override
    public Page<Scope> scopes(@Nullable String cursor, int limit) {
        return call(() -> registry.scopes(cursor, limit));
    }

    /** Writes rows that are too large for one batch in several, each with an operation of its own. */
    @Override
    public void copy(ScopeRows rows) {
        // Half, because the parts are cut by an estimate.
        for (ScopeRows part : CopyPart.of(rows, settings.mostBytes() / 2)) {
            call(() -> change(ScopeChange.of(part)));
        }
    }

    /**
     * Returns the state of the bytes of an erasure. Without JMX addresses it is {@link ErasureReceipt.Bytes#KEPT}: the
     * nodes keep deleted rows until their files are compacted. With them it is pending until a removal ended with all
     * nodes; a wait above zero starts one, see {@link #compact()}. Snapshots and backups are not looked at.
     */
    @Override
    public ErasureReceipt.Bytes bytes(long erasure, Duration wait) {
        RemovalThread thread = removals;
        return call(() -> thread == null ? ErasureReceipt.Bytes.KEPT : thread.bytes(erasure, wait));
    }

    /**
     * Removes the bytes of all erasures so far from the files of all nodes: data, Paxos table, commit log. Each node
     * rewrites the data files with rows of the scopes concerned, which needs free space of their size; reads and writes
     * go on. Repeat it after a failure.
     *
     * @return the findings by step; the last one tells why bytes remain. Backups are not looked at
     */
    public HealthReport compact() {
        RemovalThread thread = removals;
        return call(() -> thread == null
                ? new HealthReport(List.of(new HealthReport.Finding(
                        HealthReport.Level.FAIL,
                        "nodes",
                        "the store has no JMX addresses, so it cannot make the nodes compact their files",
                        "name them all in the address (jmx=HOST:PORT,HOST:PORT)")))
                : thread.remove());
    }

    /** Does the same as {@link #compact()} for a keyspace, encrypted or not; no master key is needed. */
    public static HealthReport compact(CqlSession session, JmxAccess jmx) {
        try (CassandraStore store = open(session, "daybook", jmx, ByteRemoval.QUIET, () -> {})) {
            return store.compact();
        }
    }

    /**
     * Checks the nodes, and the counts, contents and audit chains of all scopes. {@code repair} removes contents that no
     * entry names: those of batches that came to nothing because their process died.
     */
    @Override
    public HealthReport check(boolean repair) {
        return call(() -> new CassandraCheck(database, registry, partitionKeys, buckets).report(repair));
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            if (removals != null) {
                removals.close();
            }
            release.run();
        }
    }

    private <T> T call(Supplier<T> work) {
        requireOpen();
        return translated(work);
    }

    private static <T> T translated(Supplier<T> work) {
        try {
            return work.get();
        } catch (DriverException failure) {
            throw CassandraFailures.translate(failure);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the store is closed; open a new one");
        }
    }
}

package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.daybook.data.ErasureReceipt;
import dev.daybook.data.HealthReport;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
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
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store in an Apache Cassandra cluster, which several processes may have open. A scope is a partition, and each batch
 * is one conditional batch of its partition; nothing is cached, so every read sees the batches of all processes.
 *
 * <p>The tables begin with {@code daybook_} and are in the keyspace of the session. Reads and writes wait for a majority
 * of the replicas, in all data centres. A repeated batch of the same {@link WriteBatch#operation()} returns its first
 * result for a day, and a batch whose answer was lost is settled by it. A failure after which nothing has changed is
 * retryable where another attempt can help. A batch that is larger than the nodes take is refused.
 *
 * <p>After {@link #close()} every other call is an {@link IllegalStateException}.
 */
public final class CassandraStore implements CopyableStore {

    private static final long RESIDENT_LIMIT = 200_000;

    /** Batches of one process for a scope follow each other: conditional batches that meet cost each other attempts. */
    private static final int LOCKS = 256;

    private final CassandraDatabase database;
    private final String name;
    private final PartitionKeys partitionKeys;
    private final ScopeRegistry registry;
    private final NodeSettings settings;
    private final Runnable release;
    private final Lock[] locks =
            Stream.generate(() -> new ReentrantLock(true)).limit(LOCKS).toArray(Lock[]::new);
    private volatile boolean closed;

    private CassandraStore(
            CassandraDatabase database, String name, byte[] salt, NodeSettings settings, Runnable release) {
        this.database = database;
        this.name = name;
        this.partitionKeys = new PartitionKeys(salt);
        this.registry = new ScopeRegistry(database, name);
        this.settings = settings;
        this.release = release;
    }

    /**
     * Opens the store of a keyspace, creating its tables if they are missing.
     *
     * @param session a session with a keyspace, which must exist; the store does not close it
     * @throws dev.daybook.data.StoreException if the cluster cannot be used, or the tables are of a newer version
     */
    public static CassandraStore open(CqlSession session) {
        return open(session, "daybook", () -> {});
    }

    /**
     * Opens the store of a keyspace with a session of its own, which is closed with the store.
     *
     * @param address {@code cassandra://HOST[:PORT],HOST…/KEYSPACE[?datacenter=NAME]}: some nodes of the cluster, and the
     *     data centre of this process, by default that of the nodes
     * @param user the user, or an empty text for a cluster without users
     * @throws IllegalArgumentException if the address has another form
     * @throws dev.daybook.data.StoreException as {@link #open(CqlSession)}
     */
    public static CassandraStore connect(String address, String user, String password) {
        CassandraAddress parsed = CassandraAddress.of(address);
        CqlSession session = translated(() -> parsed.connect(user, password));
        try {
            return open(session, "daybook", session::close);
        } catch (RuntimeException failure) {
            session.close();
            throw failure;
        }
    }

    /** Opens one of several stores of a keyspace, which share the tables. */
    static CassandraStore open(CqlSession session, String name, Runnable release) {
        return translated(() -> {
            CassandraDatabase database = new CassandraDatabase(session);
            byte[] salt = CassandraSchema.open(database, name);
            return new CassandraStore(database, name, salt, NodeSettings.read(session), release);
        });
    }

    /** Returns the guarantees: durable if all nodes flushed a write before acknowledging it at the opening. */
    @Override
    public StoreGuarantees guarantees() {
        return new StoreGuarantees(settings.flushes(), true, true, true, false, RESIDENT_LIMIT);
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
            return new ScopeTurn(database, registry, settings.mostBytes(), key, change).take();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        return call(() -> {
            ByteBuffer key = partitionKeys.key(scope);
            return new PartitionEntries(database, key, life(key)).get(keys);
        });
    }

    private int life(ByteBuffer key) {
        return PartitionHead.read(database, key).life();
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        return call(() -> {
            ByteBuffer key = partitionKeys.key(scope);
            return PartitionScan.page(database, key, life(key), scan);
        });
    }

    @Override
    public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        return call(() -> {
            ByteBuffer key = partitionKeys.key(scope);
            return ChangeLog.page(database, key, life(key), afterRevision, limit);
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
            long number = CassandraSchema.nextErasure(database, name);
            return OperationResult.erased(change(ScopeChange.of(what, number, alongside)));
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
     * Returns {@link ErasureReceipt.Bytes#KEPT}: the nodes keep deleted rows until their files are compacted, and in the
     * commit log, the Paxos table, snapshots and backups.
     */
    @Override
    public ErasureReceipt.Bytes bytes(long erasure, Duration wait) {
        requireOpen();
        return ErasureReceipt.Bytes.KEPT;
    }

    /** Checks the nodes, and the counts and audit chains of all scopes. {@code repair} changes nothing. */
    @Override
    public HealthReport check(boolean repair) {
        return call(() -> new CassandraCheck(database, registry, partitionKeys).report());
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
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

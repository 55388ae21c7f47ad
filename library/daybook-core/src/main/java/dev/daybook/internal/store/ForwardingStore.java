package dev.daybook.internal.store;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Store;
import dev.daybook.store.StoreGuarantees;
import dev.daybook.store.StoredAudit;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store that forwards every call to another, as a base for decorators. A call by {@code super} reaches the other
 * store. The reads that tell sizes are those without, so that a decorator overrides only these.
 */
public abstract class ForwardingStore implements Store {

    private final Store store;

    /** Creates a decorator of a store, which is closed with it. */
    protected ForwardingStore(Store store) {
        this.store = store;
    }

    @Override
    public StoreGuarantees guarantees() {
        return store.guarantees();
    }

    @Override
    public CommitResult write(WriteBatch batch) {
        return store.write(batch);
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        return store.get(scope, keys);
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        return store.scan(scope, scan);
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan, Consumer<EntryKey> damaged) {
        return store.scan(scope, scan, damaged);
    }

    @Override
    public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        return store.rows(scope, afterRevision, limit);
    }

    @Override
    public Head head(Scope scope) {
        return store.head(scope);
    }

    @Override
    public Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit) {
        return store.heads(space, cursor, limit);
    }

    @Override
    public List<Scope> agents(Scope.User user) {
        return store.agents(user);
    }

    /** Finds the agents of a user by {@link #heads}, for a view that names scopes in another way than the store. */
    protected final List<Scope> agentsByHeads(Scope.User user) {
        return Store.super.agents(user);
    }

    @Override
    public Page<Space> spaces(@Nullable String cursor, int limit) {
        return store.spaces(cursor, limit);
    }

    @Override
    public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        return store.states(scope, prefix, cursor, limit);
    }

    @Override
    public Optional<ScopeState> state(Scope scope, String name) {
        return store.state(scope, name);
    }

    @Override
    public Page<AuditRecord> audits(Scope scope, @Nullable String cursor, int limit) {
        return store.audits(scope, cursor, limit);
    }

    @Override
    public List<StoredAudit> audits(String operation) {
        return store.audits(operation);
    }

    @Override
    public EraseResult erase(Scope scope, EraseRequest what, WriteBatch alongside) {
        return store.erase(scope, what, alongside);
    }

    @Override
    public ErasureReceipt.Bytes bytes(long erasure, Duration wait) {
        return store.bytes(erasure, wait);
    }

    @Override
    public HealthReport check(boolean repair) {
        return store.check(repair);
    }

    @Override
    public void onEviction(Consumer<Scope> listener) {
        store.onEviction(listener);
    }

    @Override
    public void close() {
        store.close();
    }
}

package dev.daybook.spi;

import dev.daybook.data.Erasure;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store that forwards every call to another, as a base for decorators. A call by {@code super} reaches the other store. */
public abstract class ForwardingStore implements Store {

    private final Store store;

    /** Creates a decorator of a store, which is closed with it. */
    protected ForwardingStore(Store store) {
        this.store = store;
    }

    @Override
    public Guarantees guarantees() {
        return store.guarantees();
    }

    @Override
    public Commit write(Batch batch) {
        return store.write(batch);
    }

    @Override
    public List<Stored> get(Scope scope, Collection<Key> keys) {
        return store.get(scope, keys);
    }

    @Override
    public Page<Stored> scan(Scope scope, Scan scan) {
        return store.scan(scope, scan);
    }

    @Override
    public Page<Stored> scan(Scope scope, Scan scan, Consumer<Key> damaged) {
        return store.scan(scope, scan, damaged);
    }

    @Override
    public Page<Row> rows(Scope scope, long afterRevision, int limit) {
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
    public Page<Space> spaces(@Nullable String cursor, int limit) {
        return store.spaces(cursor, limit);
    }

    @Override
    public Page<State> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        return store.states(scope, prefix, cursor, limit);
    }

    @Override
    public Page<Audit> audits(Scope scope, @Nullable String cursor, int limit) {
        return store.audits(scope, cursor, limit);
    }

    @Override
    public List<Audited> audits(String operation) {
        return store.audits(operation);
    }

    @Override
    public Erased erase(Scope scope, Erase what, Batch alongside) {
        return store.erase(scope, what, alongside);
    }

    @Override
    public Erasure.Bytes bytes(long erasure, Duration wait) {
        return store.bytes(erasure, wait);
    }

    @Override
    public Health check(boolean repair) {
        return store.check(repair);
    }

    @Override
    public void close() {
        store.close();
    }
}

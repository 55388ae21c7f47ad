package dev.daybook.contract;

import dev.daybook.error.StoreException;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.model.Scope;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.Head;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Store;
import dev.daybook.store.StoreGuarantees;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The handle that one of several processes has of a store. A test can run calls of another process before a call of
 * this one, and can end the process in the middle of its work. Closing the handle leaves the store open.
 */
final class ProcessStore extends ForwardingStore {

    private final Queue<PlannedCall> planned = new ConcurrentLinkedQueue<>();
    private volatile boolean dead;

    ProcessStore(Store store) {
        super(store);
    }

    private record PlannedCall(String call, Runnable other) {}

    /**
     * Runs calls of another process before the next call that begins with a text: {@code write}, {@code erase} or
     * {@code states}, the code of the scope, and for states the prefix. Several plans come one after the other.
     */
    ProcessStore before(String call, Runnable other) {
        planned.add(new PlannedCall(call, other));
        return this;
    }

    /** Returns whether a planned call has not come. */
    boolean isWaiting() {
        return !planned.isEmpty();
    }

    /** Ends the process: each call from now on fails. */
    void die() {
        dead = true;
    }

    private void called(String call) {
        if (dead) {
            throw new StoreException("this process has died");
        }
        PlannedCall next = planned.peek();
        if (next != null && call.startsWith(next.call()) && planned.remove(next)) {
            next.other().run();
        }
    }

    @Override
    public StoreGuarantees guarantees() {
        StoreGuarantees own = super.guarantees();
        return new StoreGuarantees(
                own.durable(), own.atomicBatch(), own.conditional(), true, own.erasesBytes(), own.residentLimit());
    }

    @Override
    public CommitResult write(WriteBatch batch) {
        called("write " + batch.scope().code());
        return super.write(batch);
    }

    @Override
    public EraseResult erase(Scope scope, EraseRequest what, WriteBatch alongside) {
        called("erase " + scope.code());
        return super.erase(scope, what, alongside);
    }

    @Override
    public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        called("states " + scope.code() + " " + prefix);
        return super.states(scope, prefix, cursor, limit);
    }

    @Override
    public Optional<ScopeState> state(Scope scope, String name) {
        called("states " + scope.code() + " " + name);
        return super.state(scope, name);
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        called("get");
        return super.get(scope, keys);
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        called("scan");
        return super.scan(scope, scan);
    }

    @Override
    public Head head(Scope scope) {
        called("head");
        return super.head(scope);
    }

    @Override
    public void close() {}
}

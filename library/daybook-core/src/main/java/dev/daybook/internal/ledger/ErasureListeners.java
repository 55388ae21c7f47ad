package dev.daybook.internal.ledger;

import dev.daybook.model.Scope;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The caches that hold content of scopes. Each drops a scope when entries of it are erased, before the erasure returns:
 * no erased text may stay reachable in memory. Thread-safe.
 */
public final class ErasureListeners {

    private final List<Consumer<Scope>> caches = new CopyOnWriteArrayList<>();

    /** Adds a cache, by what drops a scope from it; it is called on the thread of the erasure. */
    public void add(Consumer<Scope> drop) {
        caches.add(drop);
    }

    /** Drops a scope from every cache. */
    public void erased(Scope scope) {
        caches.forEach(drop -> drop.accept(scope));
    }
}

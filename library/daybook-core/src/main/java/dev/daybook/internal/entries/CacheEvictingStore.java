package dev.daybook.internal.entries;

import dev.daybook.internal.ledger.ErasureListeners;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.model.Scope;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.Store;
import dev.daybook.store.WriteBatch;

/** A store view for erasures: with every erasure in a scope it drops what caches hold of the scope. */
public final class CacheEvictingStore extends ForwardingStore {

    private final ErasureListeners caches;

    public CacheEvictingStore(Store store, ErasureListeners caches) {
        super(store);
        this.caches = caches;
    }

    @Override
    public EraseResult erase(Scope scope, EraseRequest what, WriteBatch alongside) {
        try {
            return super.erase(scope, what, alongside);
        } finally {
            // Also after a failure, because an erasure of unknown outcome may have been committed.
            caches.erased(scope);
        }
    }
}

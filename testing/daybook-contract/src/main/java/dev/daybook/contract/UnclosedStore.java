package dev.daybook.contract;

import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.store.Store;

/** A store that outlives the daybook over it, so that a test can open another one over the same store. */
final class UnclosedStore extends ForwardingStore {

    UnclosedStore(Store store) {
        super(store);
    }

    @Override
    public void close() {}
}

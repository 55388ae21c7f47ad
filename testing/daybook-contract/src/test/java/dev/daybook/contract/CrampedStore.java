package dev.daybook.contract;

import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.store.Store;
import dev.daybook.store.StoreGuarantees;

/** A store whose scopes are too large to be held in memory from a few entries on. */
final class CrampedStore extends ForwardingStore {

    private final long residentLimit;

    CrampedStore(Store store, long residentLimit) {
        super(store);
        this.residentLimit = residentLimit;
    }

    @Override
    public StoreGuarantees guarantees() {
        StoreGuarantees given = super.guarantees();
        return new StoreGuarantees(
                given.durable(),
                given.atomicBatch(),
                given.conditional(),
                given.manyProcesses(),
                given.erasesBytes(),
                residentLimit);
    }
}

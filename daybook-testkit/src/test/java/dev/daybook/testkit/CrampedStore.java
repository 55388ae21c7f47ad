package dev.daybook.testkit;

import dev.daybook.spi.ForwardingStore;
import dev.daybook.spi.Guarantees;
import dev.daybook.spi.Store;

/** A store whose scopes are too large to be held in memory from a few entries on. */
final class CrampedStore extends ForwardingStore {

    private final long residentLimit;

    CrampedStore(Store store, long residentLimit) {
        super(store);
        this.residentLimit = residentLimit;
    }

    @Override
    public Guarantees guarantees() {
        Guarantees given = super.guarantees();
        return new Guarantees(
                given.durable(),
                given.atomicBatch(),
                given.conditional(),
                given.manyProcesses(),
                given.erasesBytes(),
                residentLimit);
    }
}

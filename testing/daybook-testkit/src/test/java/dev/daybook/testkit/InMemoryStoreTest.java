package dev.daybook.testkit;

import dev.daybook.local.InMemoryStore;
import dev.daybook.store.Store;
import java.nio.file.Path;

class InMemoryStoreTest extends StoreContract {

    @Override
    protected Store open(Path folder) {
        return new InMemoryStore();
    }

    @Override
    protected int randomOperations() {
        return 5_000;
    }
}

package dev.daybook.contract;

import dev.daybook.local.InMemoryStore;
import dev.daybook.store.Store;
import java.nio.file.Path;

/** One process of several behaves as the only one. */
class SharedMemoryContractTest extends MemoryContract {

    @Override
    protected Store open(Path folder) {
        return new ProcessStore(new InMemoryStore());
    }
}

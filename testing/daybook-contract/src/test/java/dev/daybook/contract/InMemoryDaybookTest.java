package dev.daybook.contract;

import dev.daybook.local.InMemoryStore;
import dev.daybook.store.Store;
import java.nio.file.Path;

class InMemoryDaybookTest extends MemoryContract {

    @Override
    protected Store open(Path folder) {
        return new InMemoryStore();
    }
}

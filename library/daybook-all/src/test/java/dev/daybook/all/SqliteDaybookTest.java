package dev.daybook.all;

import dev.daybook.contract.MemoryContract;
import dev.daybook.sqlite.SqliteStore;
import dev.daybook.store.Store;
import java.nio.file.Path;

class SqliteDaybookTest extends MemoryContract {

    @Override
    protected Store open(Path folder) {
        return SqliteStore.open(folder);
    }
}

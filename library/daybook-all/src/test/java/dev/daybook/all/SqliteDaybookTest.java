package dev.daybook.all;

import dev.daybook.sqlite.SqliteStore;
import dev.daybook.store.Store;
import dev.daybook.testkit.MemoryContract;
import java.nio.file.Path;

class SqliteDaybookTest extends MemoryContract {

    @Override
    protected Store open(Path folder) {
        return SqliteStore.open(folder);
    }
}

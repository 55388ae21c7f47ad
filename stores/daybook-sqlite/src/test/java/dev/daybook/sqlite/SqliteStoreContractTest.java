package dev.daybook.sqlite;

import dev.daybook.store.Store;
import dev.daybook.testkit.StoreContract;
import java.nio.file.Path;

class SqliteStoreContractTest extends StoreContract {

    @Override
    protected Store open(Path folder) {
        return SqliteStore.open(folder);
    }
}

package dev.daybook.sqlite;

import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreProvider;
import dev.daybook.store.Store;
import java.nio.file.Path;

/** Registers this store with {@link java.util.ServiceLoader} for {@code Daybook.open}. */
public final class SqliteStoreProvider implements StoreProvider {

    public SqliteStoreProvider() {}

    @Override
    public Store open(Path folder, MasterKeys keys) {
        return SqliteStore.open(folder, keys);
    }
}

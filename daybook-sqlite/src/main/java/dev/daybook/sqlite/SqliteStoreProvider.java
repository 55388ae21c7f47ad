package dev.daybook.sqlite;

import dev.daybook.spi.Store;
import dev.daybook.spi.StoreProvider;
import java.nio.file.Path;

/** Lets {@code Daybook.open} find this store. Made by {@link java.util.ServiceLoader}. */
public final class SqliteStoreProvider implements StoreProvider {

    public SqliteStoreProvider() {}

    @Override
    public Store open(Path folder) {
        return SqliteStore.open(folder);
    }
}

package dev.daybook.cassandra;

import dev.daybook.store.CopyableStore;
import java.nio.file.Path;

/** Opens one store per folder of a contract. They share the tables, because making a table takes seconds. */
final class NamedStores {

    private NamedStores() {}

    static CopyableStore open(Path folder) {
        return CassandraStore.open(CassandraCluster.session(), folder.toString(), () -> {});
    }
}

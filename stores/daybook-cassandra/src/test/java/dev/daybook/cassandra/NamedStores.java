package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.daybook.store.CopyableStore;
import java.nio.file.Path;

/** Opens one store per folder of a contract. They share the tables, because making a table takes seconds. */
final class NamedStores {

    /** The positions of a bucket, where entries are few. */
    static final long FEW_POSITIONS = 4;

    private NamedStores() {}

    static CopyableStore open(Path folder) {
        return CassandraStore.open(CassandraCluster.session(), folder.toString(), () -> {});
    }

    /** Opens a store whose scopes have buckets from the fourth entry on. */
    static CassandraStore openWithBuckets(CqlSession session, String name) {
        return CassandraStore.open(session, name, FEW_POSITIONS, null, ByteRemoval.QUIET, () -> {});
    }
}

package dev.daybook.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.daybook.store.ForwardingStore;
import dev.daybook.store.Store;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens one store per folder of a contract: a schema of the test's server, which goes when the next one is opened. */
final class SchemaStores {

    private static @Nullable String last;

    private SchemaStores() {}

    static synchronized Store open(Path folder) {
        String schema = "t" + Integer.toHexString(folder.toString().hashCode());
        if (last != null && !last.equals(schema)) {
            PostgresServer.execute(PostgresServer.get().source(last), "DROP SCHEMA " + last + " CASCADE");
        }
        last = schema;
        HikariDataSource pool = PostgresServer.get().pool(schema);
        return new PooledStore(PostgresStore.open(pool), pool);
    }

    /** A store that closes its pool. */
    private static final class PooledStore extends ForwardingStore {

        private final HikariDataSource pool;

        PooledStore(Store store, HikariDataSource pool) {
            super(store);
            this.pool = pool;
        }

        @Override
        public void close() {
            super.close();
            pool.close();
        }
    }
}

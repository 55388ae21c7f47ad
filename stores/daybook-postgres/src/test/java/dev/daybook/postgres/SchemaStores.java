package dev.daybook.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Store;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Opens one store per folder of a contract: a schema of the test's server, which goes when the next one is opened. All
 * share a pool, because a store of its own pool starts ten processes of the server.
 */
final class SchemaStores {

    private static final HikariDataSource POOL =
            ConnectionPool.open(PostgresServer.get().source().getUrl(), "daybook", "");

    private static @Nullable String last;

    private SchemaStores() {}

    static Store open(Path folder) {
        return open(folder, MasterKeys.NONE);
    }

    static synchronized Store open(Path folder, MasterKeys keys) {
        String schema = "t" + Integer.toHexString(folder.toString().hashCode());
        PGSimpleDataSource source = PostgresServer.get().source(schema);
        if (last != null && !last.equals(schema)) {
            PostgresServer.execute(source, "DROP SCHEMA " + last + " CASCADE");
        }
        last = schema;
        return PostgresStore.open(new PooledSchema(schema), keys);
    }

    /** Connections of the pool to a schema. */
    private static final class PooledSchema extends PGSimpleDataSource {
        private final String schema;

        PooledSchema(String schema) {
            this.schema = schema;
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = POOL.getConnection();
            connection.setSchema(schema);
            return connection;
        }
    }
}

package dev.daybook.postgres;

import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Store;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** Opens one store per folder of a contract: a schema of the test's server, which goes when the next one is opened. */
final class SchemaStores {

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
        return PostgresStore.connect(source.getUrl(), "daybook", "", keys);
    }
}

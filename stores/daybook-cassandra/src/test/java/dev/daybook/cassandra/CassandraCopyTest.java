package dev.daybook.cassandra;

import dev.daybook.sqlite.SqliteStore;
import dev.daybook.store.CopyableStore;
import dev.daybook.testkit.CopyContract;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIf;

/** Copies from a folder into a cluster. */
@EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
class CassandraCopyTest extends CopyContract {

    @Override
    protected CopyableStore openSource(Path folder) {
        return SqliteStore.open(folder);
    }

    @Override
    protected CopyableStore openTarget(Path folder) {
        return NamedStores.open(folder);
    }
}

package dev.daybook.cassandra;

import dev.daybook.sqlite.SqliteStore;
import dev.daybook.store.CopyableStore;
import dev.daybook.testkit.CopyContract;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIf;

/** Copies from a cluster into a folder. */
@EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
class CassandraSourceTest extends CopyContract {

    @Override
    protected CopyableStore openSource(Path folder) {
        return NamedStores.open(folder);
    }

    @Override
    protected CopyableStore openTarget(Path folder) {
        return SqliteStore.open(folder);
    }
}

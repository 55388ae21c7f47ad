package dev.daybook.cassandra;

import dev.daybook.store.Store;
import dev.daybook.testkit.MemoryContract;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
class CassandraMemoryContractTest extends MemoryContract {

    @Override
    protected Store open(Path folder) {
        return NamedStores.open(folder);
    }
}

package dev.daybook.cassandra;

import dev.daybook.contract.MemoryContract;
import dev.daybook.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
class CassandraMemoryContractTest extends MemoryContract {

    @Override
    protected Store open(Path folder) {
        return NamedStores.open(folder);
    }
}

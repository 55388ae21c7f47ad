package dev.daybook.cassandra;

import dev.daybook.store.Store;
import dev.daybook.testkit.StoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIf;

/** The contract with entries in several buckets. */
@EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
class BucketStoreContractTest extends StoreContract {

    @Override
    protected Store open(Path folder) {
        return NamedStores.openWithBuckets(CassandraCluster.session(), folder.toString());
    }
}

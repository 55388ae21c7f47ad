package dev.daybook.cassandra;

import dev.daybook.store.CopyableStore;
import dev.daybook.testkit.CopyContract;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIf;

/** Copies between scopes with and without buckets, in a cluster. */
@EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
class BucketCopyTest extends CopyContract {

    @Override
    protected CopyableStore openSource(Path folder) {
        return NamedStores.open(folder);
    }

    @Override
    protected CopyableStore openTarget(Path folder) {
        return NamedStores.openWithBuckets(CassandraCluster.session(), folder.toString());
    }
}

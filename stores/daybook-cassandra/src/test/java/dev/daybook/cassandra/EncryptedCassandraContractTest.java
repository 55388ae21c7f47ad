package dev.daybook.cassandra;

import dev.daybook.internal.encryption.EncryptedStore;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Store;
import dev.daybook.testkit.StoreContract;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
class EncryptedCassandraContractTest extends StoreContract {

    private static final MasterKeys KEYS = new MasterKeys(
            MasterKey.of("a key of a test with 32 letters.".getBytes(StandardCharsets.US_ASCII)), null, null);

    @Override
    protected Store open(Path folder) {
        return EncryptedStore.open(NamedStores.open(folder), KEYS, "the Cassandra store");
    }
}

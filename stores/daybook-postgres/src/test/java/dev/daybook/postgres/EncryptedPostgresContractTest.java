package dev.daybook.postgres;

import dev.daybook.store.Store;
import dev.daybook.testkit.StoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("dev.daybook.postgres.PostgresServer#isInstalled")
class EncryptedPostgresContractTest extends StoreContract {

    @Override
    protected Store open(Path folder) {
        return SchemaStores.open(folder, EncryptedTablesTest.KEYS);
    }
}

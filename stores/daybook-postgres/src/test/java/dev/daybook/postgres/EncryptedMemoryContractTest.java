package dev.daybook.postgres;

import dev.daybook.contract.MemoryContract;
import dev.daybook.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("dev.daybook.postgres.PostgresServer#isRequired")
class EncryptedMemoryContractTest extends MemoryContract {

    @Override
    protected Store open(Path folder) {
        return SchemaStores.open(folder, EncryptedTablesTest.KEYS);
    }
}

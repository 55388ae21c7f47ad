package dev.daybook.testkit;

import dev.daybook.internal.encryption.EncryptedStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Store;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Encryption keeps the contract of the store below it. */
class EncryptedInMemoryStoreTest extends StoreContract {

    private static final MasterKeys KEYS = new MasterKeys(
            MasterKey.of("a key of a test with 32 letters.".getBytes(StandardCharsets.US_ASCII)), null, null);

    @Override
    protected Store open(Path folder) {
        return EncryptedStore.open(new InMemoryStore(), KEYS, "the store");
    }

    @Override
    protected int randomOperations() {
        return 2_000;
    }
}

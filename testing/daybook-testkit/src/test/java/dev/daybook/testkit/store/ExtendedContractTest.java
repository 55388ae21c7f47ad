package dev.daybook.testkit.store;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.local.InMemoryStore;
import dev.daybook.store.Store;
import dev.daybook.testkit.StoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A subclass of the contract in another package, as an adopter writes it, with a test of its own. */
class ExtendedContractTest extends StoreContract {

    @Override
    protected Store open(Path folder) {
        return new InMemoryStore();
    }

    @Override
    protected int randomOperations() {
        return 10;
    }

    @Test
    void an_added_test_uses_the_store_of_the_contract() {
        store().write(batch(ADA, put("e1")));
        assertThat(store().head(ADA).revision()).isEqualTo(1);

        assertThat(reopen().head(ADA).revision()).isZero();
    }
}

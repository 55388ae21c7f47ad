package dev.daybook.contract;

import dev.daybook.store.Store;
import dev.daybook.testkit.DocumentDisk;
import dev.daybook.testkit.FlakyStore;
import java.nio.file.Path;

/** Over a store without transactions, as long as it does not die. */
class FlakyDaybookTest extends MemoryContract {

    @Override
    protected Store open(Path folder) {
        return new FlakyStore(new DocumentDisk());
    }
}

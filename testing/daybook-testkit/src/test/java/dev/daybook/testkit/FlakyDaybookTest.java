package dev.daybook.testkit;

import dev.daybook.store.Store;
import java.nio.file.Path;

/** Over a store without transactions, as long as it does not die. */
class FlakyDaybookTest extends MemoryContract {

    @Override
    protected Store open(Path folder) {
        return new FlakyStore(new DocumentDisk());
    }
}

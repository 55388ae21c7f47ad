package dev.daybook.testkit;

import dev.daybook.local.InMemoryStore;
import dev.daybook.store.CopyableStore;
import java.nio.file.Path;

class InMemoryCopyTest extends CopyContract {

    @Override
    protected CopyableStore openSource(Path folder) {
        return new InMemoryStore();
    }

    @Override
    protected CopyableStore openTarget(Path folder) {
        return new InMemoryStore();
    }
}

package dev.daybook.all;

import dev.daybook.sqlite.SqliteStore;
import dev.daybook.store.CopyableStore;
import dev.daybook.testkit.CopyContract;
import java.nio.file.Path;

class FolderCopyTest extends CopyContract {

    @Override
    protected CopyableStore openSource(Path folder) {
        return SqliteStore.open(folder);
    }

    @Override
    protected CopyableStore openTarget(Path folder) {
        return SqliteStore.open(folder);
    }
}

package dev.daybook.testkit;

import dev.daybook.store.Store;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every {@link Store} promises, as tests. Extend it, say how the store is opened, and run it. A promise that the
 * store does not make (see {@link Store#guarantees()}) shows as an aborted test, never as a passed one.
 */
public abstract class StoreContract {

    @TempDir
    Path folder;

    private @Nullable Store store;

    /** Opens the store in a folder. Called again for the same folder after a close: a durable store finds all again. */
    protected abstract Store open(Path folder);

    /** How many random operations are compared with the model. More finds more; the default suits one flush a write. */
    protected int randomOperations() {
        return 500;
    }

    final Store store() {
        if (store == null) {
            store = open(folder);
        }
        return store;
    }

    final Store reopen() {
        store().close();
        store = open(folder);
        return store;
    }

    @AfterEach
    final void closeStore() {
        if (store != null) {
            store.close();
        }
    }

    @Nested
    class Writing extends WritingPromises {
        Writing() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Reading extends ReadingPromises {
        Reading() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Rows extends RowPromises {
        Rows() {
            super(StoreContract.this);
        }
    }

    @Nested
    class States extends StatePromises {
        States() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Audits extends AuditPromises {
        Audits() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Walls extends WallPromises {
        Walls() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Erasing extends ErasingPromises {
        Erasing() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Crowds extends CrowdPromises {
        Crowds() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Reopening extends ReopeningPromises {
        Reopening() {
            super(StoreContract.this);
        }
    }

    @Nested
    class RandomOperations extends RandomPromises {
        RandomOperations() {
            super(StoreContract.this);
        }
    }
}

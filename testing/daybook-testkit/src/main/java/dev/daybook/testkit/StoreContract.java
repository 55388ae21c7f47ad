package dev.daybook.testkit;

import dev.daybook.store.Store;
import dev.daybook.testkit.store.AuditRecordsBehaviour;
import dev.daybook.testkit.store.ConcurrentWritersBehaviour;
import dev.daybook.testkit.store.CopyingBehaviour;
import dev.daybook.testkit.store.ErasingBehaviour;
import dev.daybook.testkit.store.IndexRowsBehaviour;
import dev.daybook.testkit.store.RandomOperationsBehaviour;
import dev.daybook.testkit.store.ReadingBehaviour;
import dev.daybook.testkit.store.ReopeningBehaviour;
import dev.daybook.testkit.store.ScopeIsolationBehaviour;
import dev.daybook.testkit.store.ScopeStatesBehaviour;
import dev.daybook.testkit.store.WritingBehaviour;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of every {@link Store}, as tests. A subclass opens the store and may add tests of its own with
 * {@link #store()} and {@link #reopen()}. A guarantee that the store does not give (see {@link Store#guarantees()}) shows
 * as an aborted test, never as a passed one.
 */
public abstract class StoreContract {

    @TempDir
    Path folder;

    private @Nullable Store store;

    /** Opens the store in a folder; after a close it is called again for the same folder, and a durable store has kept everything. */
    protected abstract Store open(Path folder);

    /** The number of random operations that are compared with the model; the default suits a store that flushes each write. */
    protected int randomOperations() {
        return 500;
    }

    /** The store of the test, opened at the first call. */
    public final Store store() {
        if (store == null) {
            store = open(folder);
        }
        return store;
    }

    /** Closes the store of the test and opens it again in the same folder. */
    public final Store reopen() {
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
    class Writing extends WritingBehaviour {
        Writing() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Reading extends ReadingBehaviour {
        Reading() {
            super(StoreContract.this);
        }
    }

    @Nested
    class IndexRows extends IndexRowsBehaviour {
        IndexRows() {
            super(StoreContract.this);
        }
    }

    @Nested
    class ScopeStates extends ScopeStatesBehaviour {
        ScopeStates() {
            super(StoreContract.this);
        }
    }

    @Nested
    class AuditRecords extends AuditRecordsBehaviour {
        AuditRecords() {
            super(StoreContract.this);
        }
    }

    @Nested
    class ScopeIsolation extends ScopeIsolationBehaviour {
        ScopeIsolation() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Erasing extends ErasingBehaviour {
        Erasing() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Copying extends CopyingBehaviour {
        Copying() {
            super(StoreContract.this);
        }
    }

    @Nested
    class ConcurrentWriters extends ConcurrentWritersBehaviour {
        ConcurrentWriters() {
            super(StoreContract.this);
        }
    }

    @Nested
    class Reopening extends ReopeningBehaviour {
        Reopening() {
            super(StoreContract.this);
        }
    }

    @Nested
    class RandomOperations extends RandomOperationsBehaviour {
        RandomOperations() {
            super(StoreContract.this, randomOperations());
        }
    }
}

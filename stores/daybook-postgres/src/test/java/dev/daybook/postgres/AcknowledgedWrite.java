package dev.daybook.postgres;

import dev.daybook.error.StoreException;
import dev.daybook.store.CommitResult;
import dev.daybook.store.Store;
import dev.daybook.store.WriteBatch;

/** Repeats a write after each failure of the server, which its operation makes the same write. */
final class AcknowledgedWrite {

    private AcknowledgedWrite() {}

    static CommitResult repeat(Store store, WriteBatch batch) {
        while (true) {
            try {
                return store.write(batch);
            } catch (StoreException failure) {
                if (!failure.retryable() && !failure.outcomeUnknown()) {
                    throw new AssertionError(
                            "a crash of the server is neither retryable nor of unknown outcome", failure);
                }
            }
        }
    }
}

package dev.daybook.cassandra;

import dev.daybook.store.EraseRequest;
import dev.daybook.store.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * A batch, or an erasure with the batch alongside.
 *
 * @param erased the extent of the erasure; null for a batch alone
 * @param erasure the number of the erasure; 0 for a batch alone
 */
record ScopeChange(WriteBatch batch, @Nullable EraseRequest erased, long erasure) {

    boolean erasesAll() {
        return erased != null && erased.everything();
    }

    /** An audit entry alone does not name an empty scope. */
    boolean hasContent() {
        return !batch.puts().isEmpty()
                || !batch.sidecars().isEmpty()
                || !batch.states().isEmpty();
    }
}

package dev.daybook;

import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Operation;
import dev.daybook.outcome.Receipt;
import java.time.Duration;
import java.util.Optional;

/**
 * The operations of one scope, by their receipts, or by the id that an outcome, a receipt of a forget or a context
 * carries: waits for background work, undoes derived work, and reads audit entries and kept contexts. Thread-safe.
 */
public interface Operations {

    /**
     * Waits until the background work on a write is done, or the timeout is over.
     *
     * @return the receipt with the progress at that time
     */
    Receipt await(Receipt receipt, Duration timeout);

    /**
     * Waits until the bytes of an erasure are gone from the files, or the timeout is over.
     *
     * @param erasure a receipt of any scope of this daybook
     * @return the receipt with the state of the bytes at that time
     */
    ErasureReceipt await(ErasureReceipt erasure, Duration timeout);

    /**
     * Undoes an operation of derived work: withdraws the entries that it wrote and restores the versions that it
     * replaced. The last 1,000 operations of a scope can be undone. Of a quarantine this is the same as
     * {@link Quarantine#release}, which has no undo itself. Atomic.
     *
     * @param operation the id, as in {@link DerivationOutcome#operation} or
     *     {@link dev.daybook.outcome.QuarantineReceipt#operation}
     * @return the outcome; its operation can be undone in turn
     * @throws IllegalArgumentException if there is no such operation in this scope, or an entry that it wrote has
     *     changed since
     * @throws dev.daybook.error.GoneException if the operation is too old, was undone before, is a forget, or its
     *     sources are gone
     */
    DerivationOutcome undo(String operation);

    /**
     * Returns an operation that {@link #undo} accepts, or empty if there is none of this id, or it was undone. Cheap.
     */
    Optional<Operation> find(String operation);

    /**
     * Returns the audit entry of an operation of this scope, or empty if there is none. Outlives the entries: it is
     * there after the whole scope was forgotten, too.
     *
     * @see Daybook#auditEntry
     */
    Optional<AuditEntry> auditEntry(String operation);

    /**
     * Returns a context that was kept by {@link dev.daybook.query.ContextOptions#keep}, byte for byte as it was
     * assembled. Empty if there is none, or an entry that it shows or names was forgotten.
     *
     * @param id the id of the context, see {@link Context#id()}
     */
    Optional<Context> keptContext(String id);
}

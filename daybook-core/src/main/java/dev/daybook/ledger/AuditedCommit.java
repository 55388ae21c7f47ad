package dev.daybook.ledger;

import dev.daybook.data.Scope;
import dev.daybook.data.StoreException;
import dev.daybook.store.CommitResult;
import dev.daybook.store.ConflictException;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Commits changes of a scope: under its write lock, in one batch with the audit record, and again after a version
 * conflict with another process. Thread-safe.
 */
public final class AuditedCommit {

    /** With write locks inside the process, two conflicts in a row are rare. */
    private static final int ATTEMPTS = 20;

    private final Store store;
    private final ScopeLocks scopeLocks;
    private final AuditTrail audit;
    private final UlidGenerator operations;

    public AuditedCommit(Store store, Clock clock, ScopeLocks scopeLocks, AuditTrail audit) {
        this.store = store;
        this.scopeLocks = scopeLocks;
        this.audit = audit;
        this.operations = new UlidGenerator(clock);
    }

    /**
     * The content of an audit record.
     *
     * @param ids the ids that the record proves
     */
    public record AuditedAction(String operation, String action, Instant at, List<String> ids) {}

    /** Returns the id of a new operation. */
    public String nextOperation() {
        return operations.next("op_");
    }

    /** Runs a change under the write lock of its scope, and again after a version conflict. */
    public <T> T changeLocked(Scope scope, Supplier<T> change) {
        return scopeLocks.withLock(scope, () -> change(scope, change));
    }

    /**
     * Runs a change without the write lock, so that concurrent changes share a group commit, and again after a version
     * conflict. Concurrent first writes of a scope all create an audit key, and one of them wins.
     */
    public <T> T change(Scope scope, Supplier<T> change) {
        for (int attempt = 1; ; attempt++) {
            try {
                return change.get();
            } catch (ConflictException conflict) {
                audit.drop(scope);
                if (attempt == ATTEMPTS) {
                    throw conflict;
                }
            }
        }
    }

    /**
     * Commits entries and states in one batch with its audit record. Call it from a change.
     *
     * @throws StoreException if that fails; it names the entries if they may have been written
     */
    public CommitResult commit(Scope scope, AuditedAction action, List<EntryPut> puts, List<StateChange> states) {
        AuditTrail.AuditWrite entry =
                audit.record(scope, action.operation(), action.action(), action.at(), action.ids());
        List<StateChange> all = new ArrayList<>(states);
        entry.newKey().ifPresent(all::add);
        try {
            CommitResult result =
                    store.write(new WriteBatch(scope, action.operation(), puts, List.of(), all, entry.audit()));
            audit.committed(scope, entry);
            return result;
        } catch (StoreException failure) {
            boolean mayBeWritten = failure.outcomeUnknown() && !puts.isEmpty();
            throw mayBeWritten
                    ? failure.of(puts.stream().map(put -> put.key().id()).toList())
                    : failure;
        }
    }
}

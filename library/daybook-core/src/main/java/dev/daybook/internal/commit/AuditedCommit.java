package dev.daybook.internal.commit;

import dev.daybook.error.ConflictException;
import dev.daybook.error.StaleVersionException;
import dev.daybook.error.StoreException;
import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.model.Scope;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryPut;
import dev.daybook.store.ExpectedHead;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Commits changes of a scope in one batch with the audit record, and again after a version conflict: under the write lock of
 * the scope if they are decided by what is there. Thread-safe.
 */
public final class AuditedCommit {

    private final Store store;
    private final boolean isShared;
    private final boolean isConditional;
    private final ScopeLocks scopeLocks;
    private final AuditTrail audit;
    private final UlidGenerator operations;

    public AuditedCommit(Store store, Clock clock, ScopeLocks scopeLocks, AuditTrail audit) {
        this.store = store;
        this.isShared = store.guarantees().isShared();
        this.isConditional = store.guarantees().conditional();
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

    /** Returns the id of a new operation that shows its kind. */
    public String nextOperation(String prefix) {
        return operations.next(prefix);
    }

    /**
     * Runs a change under the write lock of its scope, and again after a version conflict. For a change that is decided
     * by the entries and states that it replaces, whose versions it expects.
     */
    public <T> T changeLocked(Scope scope, Supplier<T> change) {
        return scopeLocks.withLock(scope, () -> change(scope, change));
    }

    /**
     * Runs a change under the write lock of its scope, and again after a version conflict. For a change that is decided
     * by entries that it does not replace: if other processes write to the store, its commit expects the head that the
     * scope had before the decision.
     *
     * @param change receives the head to commit with
     */
    public <T> T changeOnHead(Scope scope, Function<ExpectedHead, T> change) {
        return changeLocked(
                scope, () -> change.apply(isShared ? ExpectedHead.of(store.head(scope)) : ExpectedHead.ANY));
    }

    /**
     * Runs a change without the write lock, so that concurrent changes share a group commit, and again after a version
     * conflict. Concurrent first writes of a scope all create an audit key, and one of them wins.
     */
    public <T> T change(Scope scope, Supplier<T> change) {
        ConflictRetry retry = new ConflictRetry(isShared);
        while (true) {
            try {
                return change.get();
            } catch (ConflictException conflict) {
                audit.drop(scope);
                retry.next(conflict);
            }
        }
    }

    /**
     * Runs a change that expects to replace nothing, without a read and without the write lock. Returns nothing if it is
     * refused, or if the store refuses nothing: then read what is there, and change it under the lock. Between processes a
     * refused batch costs more than a read, so it is not tried.
     */
    public <T> Optional<T> changeUnread(Supplier<T> change) {
        if (isShared || !isConditional) {
            return Optional.empty();
        }
        try {
            return Optional.of(change.get());
        } catch (ConflictException | StaleVersionException | IllegalArgumentException refused) {
            // What is refused as a new entry may be a repeated write.
            return Optional.empty();
        }
    }

    /** Commits as {@link #commit(Scope, AuditedAction, List, List, ExpectedHead)}, whatever the head of the scope. */
    public CommitResult commit(Scope scope, AuditedAction action, List<EntryPut> puts, List<StateChange> states) {
        return commit(scope, action, puts, states, ExpectedHead.ANY);
    }

    /**
     * Commits entries and states in one batch with its audit record. Call it from a change.
     *
     * <p>The batch always expects the epoch in which the audit key was read: an erasure since may have erased the key, and
     * nothing could prove an entry that is hashed with it.
     *
     * @param head the head that the scope must have
     * @throws StoreException if that fails; it names the entries if they may have been written
     */
    public CommitResult commit(
            Scope scope, AuditedAction action, List<EntryPut> puts, List<StateChange> states, ExpectedHead head) {
        AuditTrail.AuditWrite entry =
                audit.record(scope, action.operation(), action.action(), action.at(), action.ids(), head.epoch());
        List<StateChange> all = new ArrayList<>(states);
        entry.newKey().ifPresent(all::add);
        WriteBatch batch = new WriteBatch(scope, action.operation(), puts, List.of(), all, entry.audit());
        try {
            CommitResult result = store.write(
                    isConditional ? batch.expecting(new ExpectedHead(head.revision(), entry.epoch())) : batch);
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

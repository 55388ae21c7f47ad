package dev.daybook.store;

import dev.daybook.error.ConflictException;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Storage for the entries, sidecars, states and audit entries of scopes. A store keeps rows and knows no ranking,
 * budget or model: the library ranks. {@code StoreContract} in the testkit tests this contract. {@link BatchPlan} works
 * out the row changes of a batch by its rules.
 *
 * <p>All methods are thread-safe and block. A call answers from the scope that it names and from no other. A call that
 * begins after {@link #write} returned sees the batch. A failure of the disk or the network is a
 * {@link dev.daybook.error.StoreException}; then nothing of the call has happened, or a repeatable store finishes it at
 * the next opening.
 *
 * <p>Numbers: a <em>position</em> counts per scope and kind from 1. An entry gets it with its first version and keeps
 * it; it is never given again, also not after an erasure or a reopening, and a refused write takes none. A
 * <em>revision</em> counts per scope from 1. Each put and each sidecar that is kept takes the next one, in the order of
 * the batch, puts first.
 */
public interface Store extends AutoCloseable {

    StoreGuarantees guarantees();

    /**
     * Writes a batch. Durable on return if {@link StoreGuarantees#durable()}.
     *
     * @throws ConflictException if an expectation does not hold and the store is conditional; nothing is changed
     */
    CommitResult write(WriteBatch batch);

    /** Returns the current versions under some keys, in any order; absent keys are left out. */
    List<StoredEntry> get(Scope scope, Collection<EntryKey> keys);

    /**
     * Returns entries as {@link #get(Scope, Collection)}, and tells the size of each, so that a reader with little memory
     * can end the call by an exception. The exception is passed on and leaves nothing open.
     *
     * @param sizes receives the stored bytes of the body of each entry, if possible before the body is read
     */
    default List<StoredEntry> get(Scope scope, Collection<EntryKey> keys, LongConsumer sizes) {
        List<StoredEntry> found = get(scope, keys);
        found.forEach(stored -> sizes.accept(stored.body().size()));
        return found;
    }

    /**
     * Returns versions of entries in the order of a scan, a page at a time. A page has fewer entries than its limit if
     * they are large, but not for that reason none: only a cursor of null is the end.
     */
    Page<StoredEntry> scan(Scope scope, EntryScan scan);

    /**
     * Scans as {@link #scan(Scope, EntryScan)}, but leaves out damaged entries and names them. A store that cannot
     * detect damage answers as {@code scan} does.
     *
     * @param damaged receives each entry that is left out, once per call
     */
    default Page<StoredEntry> scan(Scope scope, EntryScan scan, Consumer<EntryKey> damaged) {
        return scan(scope, scan);
    }

    /**
     * Scans, and tells the size of each entry as {@link #get(Scope, Collection, LongConsumer)}.
     *
     * @param damaged receives each entry that is left out; null: damage is an exception
     */
    default Page<StoredEntry> scan(
            Scope scope, EntryScan scan, @Nullable Consumer<EntryKey> damaged, LongConsumer sizes) {
        Page<StoredEntry> page = damaged == null ? scan(scope, scan) : scan(scope, scan, damaged);
        page.items().forEach(stored -> sizes.accept(stored.body().size()));
        return page;
    }

    /**
     * Returns the index rows after a revision, in order of revision, one row per entry: the changes for a scope index.
     * The cursor of the last page is null; the next page begins after the revision of the last row.
     */
    Page<IndexRow> rows(Scope scope, long afterRevision, int limit);

    /** Returns revision, epoch and counts of a scope, cheaply; {@link Head#EMPTY} for a scope without any write. */
    Head head(Scope scope);

    /** Returns the scopes of a space with an entry or a state, in a stable order. */
    Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit);

    /**
     * Returns the scopes of the agents of a user with an entry or a state, in a stable order. A store that finds them without
     * a read of every scope of the space overrides it: each forget of a whole user asks for them.
     */
    default List<Scope> agents(Scope.User user) {
        List<Scope> agents = new ArrayList<>();
        String cursor = null;
        do {
            Page<ScopeHead> page = heads(user.space(), cursor, 500);
            for (ScopeHead head : page.items()) {
                if (head.scope() instanceof Scope.Agent agent && agent.isBelow(user)) {
                    agents.add(agent);
                }
            }
            cursor = page.cursor();
        } while (cursor != null);
        return agents;
    }

    /** Returns the spaces with such a scope, in a stable order. */
    Page<Space> spaces(@Nullable String cursor, int limit);

    /** Returns the states of a scope whose names begin with a prefix, in order of name by code point. */
    Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit);

    /**
     * Returns a state by its whole name; empty if there is none. A store that keeps names encrypted overrides it, so
     * that the call costs one read and not one of each state with the prefix.
     */
    default Optional<ScopeState> state(Scope scope, String name) {
        // Longer names with this prefix sort after it.
        return states(scope, name, null, 1).items().stream()
                .filter(state -> state.name().equals(name))
                .findFirst();
    }

    /**
     * Returns the audit entries of a scope, oldest first. They remain after the entries are erased; for a scope that
     * was erased as a whole, the caller must know its name.
     */
    Page<AuditRecord> audits(Scope scope, @Nullable String cursor, int limit);

    /** Returns the audit entries of an operation in all scopes. May read every audit entry of the store. */
    List<StoredAudit> audits(String operation);

    /**
     * Erases every version and sidecar of some entries, or the whole scope, and writes a batch in the same step.
     * Increments the epoch of the scope. Revisions and positions continue from their last values.
     *
     * @throws ConflictException if an expectation of the batch does not hold and the store is conditional; nothing is
     *     changed. The expected head and the expected versions of states are those before the erasure, the expected
     *     version of an entry is that after it
     */
    EraseResult erase(Scope scope, EraseRequest what, WriteBatch alongside);

    /**
     * Returns the state of the bytes of an erasure, by its number, or of all erasures with {@link ErasureReceipt#ALL}.
     * Waits at most the given time for their removal; a wait above zero makes the store start at once.
     */
    ErasureReceipt.Bytes bytes(long erasure, Duration wait);

    /** Checks the store for damage; {@code repair} also repairs the damage that can be repaired without loss. */
    HealthReport check(boolean repair);

    /**
     * Sets the listener for scopes whose blocks the store drops to bound its memory. It is called after the eviction,
     * without any lock, on the thread whose call evicted, and must not throw. A store that never drops blocks ignores it.
     */
    default void onEviction(Consumer<Scope> listener) {}

    /** Finishes running calls and releases all resources. A second call does nothing. */
    @Override
    void close();
}

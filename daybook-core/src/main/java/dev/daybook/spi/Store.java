package dev.daybook.spi;

import dev.daybook.data.Erasure;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps entries, and knows nothing of ranking, budgets or models: the library ranks. {@code StoreContract} in the
 * testkit says in tests what is promised here.
 *
 * <p>All methods are thread-safe and block. Each answers only from the scope it was given. What {@link #write}
 * acknowledged is seen by every call that begins after it returned. A failure of the world is a
 * {@link dev.daybook.data.StoreException}; nothing of the call has happened then, or (a repeatable store) it will be
 * finished at the next opening.
 *
 * <p>Numbers: a <em>position</em> counts per scope and kind from 1, is given at the first write of a key and never
 * changed or used again, also after erasing and reopening; a refused write takes none. A <em>revision</em> counts per
 * scope from 1; each put and each sidecar that is kept takes the next one, in the order of the batch (puts first).
 */
public interface Store extends AutoCloseable {

    Guarantees guarantees();

    /**
     * Applies a batch. Durable on return if {@link Guarantees#durable()}.
     *
     * @throws ConflictException if an expectation does not hold and the store is conditional; nothing is changed
     */
    Commit write(Batch batch);

    /** The current versions under some keys, in any order; keys that are not there are left out. */
    List<Stored> get(Scope scope, Collection<Key> keys);

    /** Versions of entries, in order, a page at a time. */
    Page<Stored> scan(Scope scope, Scan scan);

    /**
     * Reads as {@link #scan(Scope, Scan)}, and leaves out entries that are damaged, which it names: for whoever would
     * rather have the rest than nothing, and says what was left out. A store that cannot tell throws as {@code scan} does.
     *
     * @param damaged is told each entry that is left out, once a call
     */
    default Page<Stored> scan(Scope scope, Scan scan, Consumer<Key> damaged) {
        return scan(scope, scan);
    }

    /**
     * The index rows whose revision is greater than one given, in order of revision, each entry at its latest: what has
     * to be read to bring an image of the scope up to date. The cursor of the page is null when nothing follows; to go
     * on, ask from the revision of the last row.
     */
    Page<Row> rows(Scope scope, long afterRevision, int limit);

    /** The state of the scope in few numbers; cheap. {@link Head#EMPTY} for a scope that was never written. */
    Head head(Scope scope);

    /** The scopes of a space that hold an entry or a state, in an order of the store's own. */
    Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit);

    /** The spaces that have such a scope, in an order of the store's own. */
    Page<Space> spaces(@Nullable String cursor, int limit);

    /** The states of a scope whose names begin with a prefix, in order of name (by code point). */
    Page<State> states(Scope scope, String prefix, @Nullable String cursor, int limit);

    /**
     * The audit records of a scope, in the order in which they were written. They outlive what they speak of: those of a
     * scope that was erased as a whole are answered to whoever still has its name.
     */
    Page<Audit> audits(Scope scope, @Nullable String cursor, int limit);

    /** The audit records of an operation, in whatever scopes. May read all there are. */
    List<Audited> audits(String operation);

    /**
     * Erases every version and sidecar of some entries, or the whole scope, and writes {@code alongside} in the same
     * step. Raises the epoch of the scope. Revisions and positions go on from where they were.
     */
    Erased erase(Scope scope, Erase what, Batch alongside);

    /**
     * What has become of the bytes of an erasure (by its number), or with {@link Erasure#ALL} of all so far, after waiting
     * for at most some time. A wait that is not zero makes the store hurry.
     */
    Erasure.Bytes bytes(long erasure, Duration wait);

    /** Looks whether all is well, and mends what can be mended without loss if asked to. */
    Health check(boolean repair);

    /** Finishes what is under way and lets go of everything. A second call does nothing. */
    @Override
    void close();
}

package dev.daybook.internal.recall;

import dev.daybook.internal.index.IndexLocks;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.ScopeIndexes;
import dev.daybook.model.Scope;
import dev.daybook.store.Head;
import dev.daybook.store.Store;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The scopes that the searches of one call read: the first search of a scope reads its head and its index, and the next
 * ones use the same, so all parts of an answer are of one state. Holds the read locks of the indexes until it is closed.
 * Read everything of the call through it: a thread that refreshes an index whose read lock it holds waits for itself. Not
 * thread-safe.
 */
public final class SearchView implements AutoCloseable {

    private final Store store;
    private final ScopeIndexes scopeIndexes;
    private final LargeScopeSearch large;

    /**
     * The order of the locks, the same in every call: with two orders a call that waits for the refresh of an index could
     * hold the index that another one waits for.
     */
    static final Comparator<Scope> LOCK_ORDER =
            Comparator.comparing((Scope scope) -> scope instanceof Scope.Shared).thenComparing(Scope::code);

    /** The scopes in the reverse order of their locks. */
    private final Deque<ReadScope> read = new ArrayDeque<>();

    /** The scopes that were read at an earlier time: a context searches each several times. */
    private final Map<Scope, PastScope> past = new HashMap<>();

    SearchView(Store store, ScopeIndexes scopeIndexes, LargeScopeSearch large) {
        this.store = store;
        this.scopeIndexes = scopeIndexes;
        this.large = large;
    }

    /** @param scopeIndex empty if the scope is too large for an index */
    private record ReadScope(Scope scope, Head head, Optional<ScopeIndex> scopeIndex, IndexLocks locks) {

        boolean has(@Nullable String vectorSidecar) {
            return scopeIndex.isEmpty() || scopeIndex.get().isOf(vectorSidecar);
        }
    }

    boolean hasRead(Scope scope) {
        return find(scope) != null;
    }

    private @Nullable ReadScope find(Scope scope) {
        return read.stream()
                .filter(known -> known.scope().equals(scope))
                .findFirst()
                .orElse(null);
    }

    /** Returns the head of a scope: the one it was read at, or the present one. */
    Head head(Scope scope) {
        ReadScope known = find(scope);
        return known == null ? store.head(scope) : known.head();
    }

    /** Returns the index of a scope in its present state; see {@link #index(Scope, Head, String)}. */
    Optional<ScopeIndex> index(Scope scope) {
        return index(scope, head(scope), null);
    }

    /**
     * Returns the index of a scope as it was first read, or empty if the scope is too large for one.
     *
     * @param head the head that a first read must have
     * @param vectorSidecar the sidecar with the required vectors, which may make a second read necessary; null: any
     */
    Optional<ScopeIndex> index(Scope scope, Head head, @Nullable String vectorSidecar) {
        ReadScope known = find(scope);
        if (known != null && known.has(vectorSidecar)) {
            return known.scopeIndex();
        }
        releaseFrom(scope);
        read.push(read(scope, head, vectorSidecar));
        return read.element().scopeIndex();
    }

    /**
     * Returns a scope as it was at a time: as it was first read, unless something was erased since.
     *
     * @param vectorSidecar the sidecar with the required vectors, or null
     */
    PastScope asOf(Scope scope, Instant time, @Nullable String vectorSidecar, Supplier<PastScope> reading) {
        PastScope known = past.get(scope);
        if (known == null || !known.isOf(time, vectorSidecar, store.head(scope).epoch())) {
            past.remove(scope);
            known = reading.get();
            past.put(scope, known);
        }
        return known;
    }

    /** Releases the scopes behind the first that is to be read; they are read again, maybe in a later state. */
    void releaseBehind(List<Scope> wanted) {
        wanted.stream().filter(scope -> !hasRead(scope)).min(LOCK_ORDER).ifPresent(this::releaseFrom);
    }

    /** Releases a scope and those behind it: a lock is never awaited while one behind it is held. */
    private void releaseFrom(Scope scope) {
        while (!read.isEmpty() && LOCK_ORDER.compare(read.element().scope(), scope) >= 0) {
            read.pop().locks().close();
        }
    }

    private ReadScope read(Scope scope, Head head, @Nullable String vectorSidecar) {
        if (large.isLarge(head)) {
            return new ReadScope(scope, head, Optional.empty(), new IndexLocks());
        }
        IndexLocks locks = new IndexLocks();
        return new ReadScope(scope, head, scopeIndexes.read(scope, head, vectorSidecar, locks), locks);
    }

    @Override
    public void close() {
        while (!read.isEmpty()) {
            read.pop().locks().close();
        }
    }
}

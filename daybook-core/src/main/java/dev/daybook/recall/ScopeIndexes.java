package dev.daybook.recall;

import dev.daybook.data.Scope;
import dev.daybook.store.Head;
import dev.daybook.store.Store;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The scope indexes in memory, each brought up to date before it is read. Above the memory budget the least recently
 * used ones are evicted and loaded again on demand. Thread-safe.
 */
final class ScopeIndexes {

    /** The memory of an empty index; measured, rounded up. */
    static final long EMPTY_BYTES = 8_000;

    /** An index below this size is built whatever the budget is; it holds thousands of messages. */
    private static final long SMALL_BYTES = 16_000_000;

    private final Store store;
    private final Function<Scope, @Nullable String> vectorSidecars;
    private final long budget;
    private final Map<Scope, Resident> residents = new LinkedHashMap<>(16, 0.75f, true);

    /** The sum of what the residents count. Kept as they change, since there may be thousands. Guarded by residents. */
    private long total;

    /**
     * Creates the indexes over a store.
     *
     * @param vectorSidecars the sidecar with the vectors of a scope, for readers that name none; null loads no vectors
     * @param budget in bytes
     */
    ScopeIndexes(Store store, Function<Scope, @Nullable String> vectorSidecars, long budget) {
        this.store = store;
        this.vectorSidecars = vectorSidecars;
        this.budget = budget;
    }

    /** A scope index with the revision and epoch it was read at. */
    private static final class Resident {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private @Nullable ScopeIndex scopeIndex;
        private long revision;
        private long epoch;
        private volatile long bytes = EMPTY_BYTES;

        /** The share of the total. Guarded by residents. */
        private long counted = EMPTY_BYTES;

        /**
         * The epoch in which the scope exceeded the limit. An erasure begins a new epoch, in which the scope may fit
         * again.
         */
        private volatile long tooLargeIn = NEVER;
    }

    private static final long NEVER = -1;

    /** Ends the load of an index that exceeds the limit. It is expected, so it has no stack trace. */
    private static final class TooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private TooLargeException() {
            super("the index of the scope exceeds the memory budget", null, false, false);
        }
    }

    /** Returns the maximum size of one scope index. */
    long limit() {
        return Math.max(budget, SMALL_BYTES);
    }

    /**
     * Returns the index of a scope at the given head or later, or empty if it would exceed {@link #limit()}. After an
     * excess no load is attempted before the next erasure. The caller must not use the index after closing the locks.
     *
     * @param vectorSidecar the sidecar with the required vectors; null accepts any, or none
     * @param locks receive the read lock of the index
     */
    Optional<ScopeIndex> read(Scope scope, Head head, @Nullable String vectorSidecar, IndexLocks locks) {
        Resident resident = resident(scope);
        while (resident.tooLargeIn != head.epoch()) {
            locks.take(resident.lock.readLock());
            ScopeIndex scopeIndex = resident.scopeIndex;
            if (scopeIndex != null && scopeIndex.isOf(vectorSidecar) && isCurrent(resident, head)) {
                return Optional.of(scopeIndex);
            }
            locks.releaseLast();
            try {
                refresh(scope, resident, vectorSidecar);
            } catch (TooLargeException beyondTheLimit) {
                return Optional.empty();
            } finally {
                dropUnused(scope, resident);
            }
        }
        return Optional.empty();
    }

    private static boolean isCurrent(Resident resident, Head head) {
        return resident.epoch > head.epoch() || resident.epoch == head.epoch() && resident.revision >= head.revision();
    }

    private void refresh(Scope scope, Resident resident, @Nullable String vectorSidecar) {
        resident.lock.writeLock().lock();
        try {
            Head head = store.head(scope);
            if (resident.tooLargeIn == head.epoch()) {
                throw new TooLargeException();
            }
            ScopeIndex scopeIndex = resident.scopeIndex;
            boolean usable = scopeIndex != null && scopeIndex.isOf(vectorSidecar);
            if (usable && isCurrent(resident, head)) {
                return;
            }
            if (scopeIndex == null || !usable || resident.epoch != head.epoch() || scopeIndex.isMostlyDead()) {
                scopeIndex = new ScopeIndex(vectorSidecar == null ? vectorSidecars.apply(scope) : vectorSidecar);
                resident.revision = 0;
            }
            // Cleared during the refresh, so that a failure leaves no half-built index behind.
            resident.scopeIndex = null;
            resident.bytes = EMPTY_BYTES;
            long revision = load(scope, resident, scopeIndex, head.epoch());
            // After an erasure during the refresh the epoch noted here is outdated, so the next reader loads the index
            // again.
            resident.revision = Math.max(revision, head.revision());
            resident.epoch = head.epoch();
            resident.scopeIndex = scopeIndex;
            resident.bytes = EMPTY_BYTES + scopeIndex.bytes();
        } finally {
            resident.lock.writeLock().unlock();
        }
    }

    private long load(Scope scope, Resident resident, ScopeIndex scopeIndex, long epoch) {
        long limit = limit();
        WordlessRows rows = new WordlessRows(store, scope, row -> {
            if (!scopeIndex.hasRoomFor(row, limit)) {
                resident.tooLargeIn = epoch;
                throw new TooLargeException();
            }
            scopeIndex.add(row);
        });
        long revision = new RowPrefetcher(store, scope).read(resident.revision, rows::take);
        rows.completeWordless();
        scopeIndex.complete();
        return revision;
    }

    private Resident resident(Scope scope) {
        synchronized (residents) {
            return residents.computeIfAbsent(scope, unused -> {
                total += EMPTY_BYTES;
                return new Resident();
            });
        }
    }

    /** Evicts all indexes; each is loaded again on demand. */
    void clear() {
        synchronized (residents) {
            residents.clear();
            total = 0;
        }
    }

    private void dropUnused(Scope justUsed, Resident resident) {
        synchronized (residents) {
            // Another thread may have evicted it meanwhile.
            if (residents.get(justUsed) == resident) {
                total += resident.bytes - resident.counted;
                resident.counted = resident.bytes;
            }
            Iterator<Map.Entry<Scope, Resident>> oldestFirst =
                    residents.entrySet().iterator();
            while (total > budget && oldestFirst.hasNext()) {
                Map.Entry<Scope, Resident> candidate = oldestFirst.next();
                if (!candidate.getKey().equals(justUsed)) {
                    total -= candidate.getValue().counted;
                    oldestFirst.remove();
                }
            }
        }
    }
}

package dev.daybook.recall;

import dev.daybook.data.Scope;
import dev.daybook.store.Head;
import dev.daybook.store.Store;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
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

        /**
         * The epoch in which the scope exceeded the limit. An erasure begins a new epoch, in which the scope may fit
         * again.
         */
        private volatile long tooLargeIn = NEVER;
    }

    private static final long NEVER = -1;

    /**
     * The index of a scope would exceed the memory limit. Has no stack trace: the caller expects it and answers without
     * an index.
     */
    static final class TooLargeException extends RuntimeException {
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
     * Reads the current index of a scope, including every write acknowledged before the call. The reader must not keep
     * the index.
     */
    <T> T read(Scope scope, Function<ScopeIndex, T> reader) {
        // Later writes may wait for the next reader.
        return read(scope, store.head(scope), null, reader);
    }

    /**
     * Reads the index of a scope at the given head or later.
     *
     * @param vectorSidecar the sidecar with the required vectors; null accepts any, or none
     * @throws TooLargeException if the index would exceed {@link #limit()}; it is not attempted again before the next erasure
     */
    <T> T read(Scope scope, Head head, @Nullable String vectorSidecar, Function<ScopeIndex, T> reader) {
        Resident resident = resident(scope);
        if (resident.tooLargeIn == head.epoch()) {
            throw new TooLargeException();
        }
        while (true) {
            resident.lock.readLock().lock();
            try {
                ScopeIndex scopeIndex = resident.scopeIndex;
                if (scopeIndex != null && scopeIndex.isOf(vectorSidecar) && isCurrent(resident, head)) {
                    return reader.apply(scopeIndex);
                }
            } finally {
                resident.lock.readLock().unlock();
            }
            refresh(scope, resident, vectorSidecar);
            dropUnused(scope);
        }
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
            long revision = load(scope, resident, scopeIndex, head.epoch());
            // After an erasure during the refresh the epoch noted here is outdated, so the next reader loads the index
            // again.
            resident.revision = Math.max(revision, head.revision());
            resident.epoch = head.epoch();
            resident.scopeIndex = scopeIndex;
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
            scopeIndex.take(row);
        });
        long revision = new RowPrefetcher(store, scope).read(resident.revision, rows::take);
        rows.completeWordless();
        scopeIndex.place();
        return revision;
    }

    private Resident resident(Scope scope) {
        synchronized (residents) {
            return residents.computeIfAbsent(scope, unused -> new Resident());
        }
    }

    /** Evicts all indexes; each is loaded again on demand. */
    void clear() {
        synchronized (residents) {
            residents.clear();
        }
    }

    private void dropUnused(Scope justUsed) {
        synchronized (residents) {
            long total =
                    residents.values().stream().mapToLong(ScopeIndexes::bytes).sum();
            Iterator<Map.Entry<Scope, Resident>> oldestFirst =
                    residents.entrySet().iterator();
            while (total > budget && oldestFirst.hasNext()) {
                Map.Entry<Scope, Resident> candidate = oldestFirst.next();
                if (!candidate.getKey().equals(justUsed)) {
                    total -= bytes(candidate.getValue());
                    oldestFirst.remove();
                }
            }
        }
    }

    private static long bytes(Resident resident) {
        ScopeIndex scopeIndex = resident.scopeIndex;
        return EMPTY_BYTES + (scopeIndex == null ? 0 : scopeIndex.bytes());
    }
}

package dev.daybook.internal.index;

import dev.daybook.model.Scope;
import dev.daybook.store.Head;
import dev.daybook.store.Store;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The scope indexes in memory, each brought up to date before it is read. Above the memory budget the least recently
 * used ones are evicted and loaded again on demand. Thread-safe.
 */
public final class ScopeIndexes {

    /** The memory of an empty index; measured, rounded up. */
    static final long EMPTY_BYTES = 8_000;

    /** An index below this size is built whatever the budget is; it holds thousands of messages. */
    private static final long SMALL_BYTES = 16_000_000;

    private final Store store;
    private final Function<Scope, @Nullable String> vectorSidecars;
    private final Consumer<Scope> erased;
    private final long budget;
    private final Map<Scope, Resident> residents = new ConcurrentHashMap<>();

    /** The sum of the bytes of the residents, kept as they change, since there may be thousands. Guarded by this. */
    private long bytes;

    /**
     * Creates the indexes over a store.
     *
     * @param vectorSidecars the sidecar with the vectors of a scope, for readers that name none; null loads no vectors
     * @param erased receives a scope that has a new epoch: another handle of the store may have erased entries in it
     * @param budget in bytes
     */
    public ScopeIndexes(
            Store store, Function<Scope, @Nullable String> vectorSidecars, Consumer<Scope> erased, long budget) {
        this.store = store;
        this.vectorSidecars = vectorSidecars;
        this.erased = erased;
        this.budget = budget;
    }

    /** A scope index with the revision and epoch it was read at. */
    private static final class Resident {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private @Nullable ScopeIndex scopeIndex;
        private long revision;
        private long epoch;
        private volatile long lastUse = System.nanoTime();
        private long bytes = EMPTY_BYTES;

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
    public long limit() {
        return Math.max(budget, SMALL_BYTES);
    }

    /**
     * Returns the index of a scope at the given head or later, or empty if it would exceed {@link #limit()}. After an
     * excess no load is attempted before the next erasure. The caller must not use the index after closing the locks.
     *
     * @param vectorSidecar the sidecar with the required vectors; null accepts any, or none
     * @param locks receive the read lock of the index
     */
    public Optional<ScopeIndex> read(Scope scope, Head head, @Nullable String vectorSidecar, IndexLocks locks) {
        Resident resident = resident(scope);
        boolean refreshed = false;
        while (resident.tooLargeIn != head.epoch()) {
            locks.take(resident.lock.readLock());
            ScopeIndex scopeIndex = resident.scopeIndex;
            if (scopeIndex != null && scopeIndex.isOf(vectorSidecar) && isCurrent(resident, head)) {
                if (refreshed) {
                    dropUnused(scope, resident, scopeIndex);
                }
                return Optional.of(scopeIndex);
            }
            locks.releaseLast();
            refreshed = false;
            try {
                refresh(scope, resident, vectorSidecar);
                refreshed = true;
            } catch (TooLargeException beyondTheLimit) {
                return Optional.empty();
            } finally {
                if (!refreshed) {
                    dropUnused(scope, resident, kept(resident));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the index of a scope if it is in memory at the given head or later. Loads and awaits nothing. The caller must
     * not use the index after closing the locks.
     *
     * @param locks receive the read lock of the index
     */
    public Optional<ScopeIndex> current(Scope scope, Head head, IndexLocks locks) {
        Resident resident = residents.get(scope);
        if (resident == null || !locks.tryToTake(resident.lock.readLock())) {
            return Optional.empty();
        }
        resident.lastUse = System.nanoTime();
        return Optional.ofNullable(resident.scopeIndex).filter(unused -> isCurrent(resident, head));
    }

    /**
     * Returns whether another index of the usual size fits beside those in memory. An index that is loaded for a reader who
     * can do without must not evict one: it would be evicted as soon, and each of its loads costs as much as many reads.
     */
    public synchronized boolean hasRoom() {
        return residents.isEmpty() || bytes + bytes / residents.size() <= budget;
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
            if (resident.epoch != head.epoch()) {
                erased.accept(scope);
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
            scopeIndex.add(row);
        });
        long revision = new RowPrefetcher(store, scope).read(resident.revision, rows::take);
        rows.completeWordless();
        scopeIndex.complete();
        return revision;
    }

    /** Takes no lock for a known scope: every recall comes through here. */
    private Resident resident(Scope scope) {
        Resident known = residents.get(scope);
        Resident resident = known == null ? add(scope) : known;
        resident.lastUse = System.nanoTime();
        return resident;
    }

    private synchronized Resident add(Scope scope) {
        return residents.computeIfAbsent(scope, unused -> {
            bytes += EMPTY_BYTES;
            return new Resident();
        });
    }

    /** Evicts all indexes; each is loaded again on demand. */
    public synchronized void clear() {
        residents.clear();
        bytes = 0;
    }

    /** Returns the index after a failed refresh: a failure before its begin leaves it usable. */
    private static @Nullable ScopeIndex kept(Resident resident) {
        resident.lock.readLock().lock();
        try {
            return resident.scopeIndex;
        } finally {
            resident.lock.readLock().unlock();
        }
    }

    /**
     * Counts the bytes of an index after a refresh, and evicts the least recently used others above the budget.
     *
     * @param scopeIndex the index; null if the refresh failed, or the scope turned out to be too large for one
     */
    private synchronized void dropUnused(Scope justUsed, Resident refreshed, @Nullable ScopeIndex scopeIndex) {
        // Another thread may have evicted it meanwhile.
        if (residents.get(justUsed) == refreshed) {
            long now = EMPTY_BYTES + (scopeIndex == null ? 0 : scopeIndex.bytes());
            bytes += now - refreshed.bytes;
            refreshed.bytes = now;
        }
        while (bytes > budget) {
            Optional<Scope> oldest = leastRecentlyUsed(justUsed);
            if (oldest.isEmpty()) {
                return;
            }
            drop(oldest.get());
        }
    }

    private Optional<Scope> leastRecentlyUsed(Scope justUsed) {
        return residents.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(justUsed))
                .min(Comparator.comparingLong(entry -> entry.getValue().lastUse))
                .map(Map.Entry::getKey);
    }

    /** Drops the index of a scope; it is loaded again on demand. */
    public synchronized void drop(Scope scope) {
        Resident dropped = residents.remove(scope);
        bytes -= dropped == null ? 0 : dropped.bytes;
    }
}

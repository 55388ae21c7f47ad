package dev.daybook.recall;

import dev.daybook.data.Scope;
import dev.daybook.spi.Head;
import dev.daybook.spi.Store;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The partitions in memory, each brought up to date before it is read. Within a budget of memory: when it is exceeded,
 * those that were not used for longest are dropped, and loaded again when they are needed. Thread-safe.
 */
final class Partitions {

    /** What even an image of nothing takes; measured, rounded up. */
    static final long EMPTY_BYTES = 8_000;

    /** An image of less than this is made whatever the budget is: it is that of thousands of messages. */
    private static final long SMALL_BYTES = 16_000_000;

    private final Store store;
    private final Function<Scope, @Nullable String> vectorSidecars;
    private final long budget;
    private final Map<Scope, Resident> residents = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Partitions of a store.
     *
     * @param vectorSidecars whose vectors a scope is loaded with if nobody asks for certain ones; null: without
     * @param budget in bytes
     */
    Partitions(Store store, Function<Scope, @Nullable String> vectorSidecars, long budget) {
        this.store = store;
        this.vectorSidecars = vectorSidecars;
        this.budget = budget;
    }

    /** A partition, and up to where it has read the scope. */
    private static final class Resident {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private @Nullable Partition partition;
        private long revision;
        private long epoch;

        /** The epoch in which the scope turned out to be larger than the budget; what is erased may make it fit again. */
        private volatile long tooLargeIn = NEVER;
    }

    private static final long NEVER = -1;

    /** The image of a scope would be larger than the whole budget. No trace: it is expected, and answered in another way. */
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1;

        private TooLarge() {
            super("the image of the scope is larger than the budget", null, false, false);
        }
    }

    /** How large the image of a single scope may become. */
    long limit() {
        return Math.max(budget, SMALL_BYTES);
    }

    /**
     * Reads the partition of a scope as it is now: everything that was acknowledged before is in it. The partition must
     * not be kept after the reader returned.
     */
    <T> T read(Scope scope, Function<Partition, T> reader) {
        // What was acknowledged by now must be in it; what is written while it is read may wait for the next reader.
        return read(scope, store.head(scope), null, reader);
    }

    /**
     * Reads the partition of a scope as it was at some head, or later.
     *
     * @param vectorSidecar whose vectors it must hold; null: any or none
     * @throws TooLarge if it would be larger than {@link #limit()}; it is not read again before something was erased
     */
    <T> T read(Scope scope, Head head, @Nullable String vectorSidecar, Function<Partition, T> reader) {
        Resident resident = resident(scope);
        if (resident.tooLargeIn == head.epoch()) {
            throw new TooLarge();
        }
        while (true) {
            resident.lock.readLock().lock();
            try {
                Partition partition = resident.partition;
                if (partition != null && partition.isOf(vectorSidecar) && holds(resident, head)) {
                    return reader.apply(partition);
                }
            } finally {
                resident.lock.readLock().unlock();
            }
            refresh(scope, resident, vectorSidecar);
            dropUnused(scope);
        }
    }

    private static boolean holds(Resident resident, Head head) {
        return resident.epoch > head.epoch() || resident.epoch == head.epoch() && resident.revision >= head.revision();
    }

    private void refresh(Scope scope, Resident resident, @Nullable String vectorSidecar) {
        resident.lock.writeLock().lock();
        try {
            Head head = store.head(scope);
            if (resident.tooLargeIn == head.epoch()) {
                throw new TooLarge();
            }
            Partition partition = resident.partition;
            boolean usable = partition != null && partition.isOf(vectorSidecar);
            if (usable && holds(resident, head)) {
                return;
            }
            if (partition == null || !usable || resident.epoch != head.epoch() || partition.isWorn()) {
                partition = new Partition(vectorSidecar == null ? vectorSidecars.apply(scope) : vectorSidecar);
                resident.revision = 0;
            }
            // Dropped while it is being brought up to date: a failure half-way must not leave a half image behind.
            resident.partition = null;
            long revision = load(scope, resident, partition, head.epoch());
            // If something was erased while it was read, the epoch noted here is too low, and the next reader loads
            // anew.
            resident.revision = Math.max(revision, head.revision());
            resident.epoch = head.epoch();
            resident.partition = partition;
        } finally {
            resident.lock.writeLock().unlock();
        }
    }

    private long load(Scope scope, Resident resident, Partition partition, long epoch) {
        long limit = limit();
        WordlessRows rows = new WordlessRows(store, scope, row -> {
            if (!partition.hasRoomFor(row, limit)) {
                resident.tooLargeIn = epoch;
                throw new TooLarge();
            }
            partition.take(row);
        });
        long revision = new RowsAhead(store, scope).read(resident.revision, rows::take);
        rows.takeThoseWithoutWords();
        partition.place();
        return revision;
    }

    private Resident resident(Scope scope) {
        synchronized (residents) {
            return residents.computeIfAbsent(scope, unused -> new Resident());
        }
    }

    /** Drops all of them; each is loaded again when it is needed. */
    void clear() {
        synchronized (residents) {
            residents.clear();
        }
    }

    private void dropUnused(Scope justUsed) {
        synchronized (residents) {
            long total =
                    residents.values().stream().mapToLong(Partitions::bytes).sum();
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
        Partition partition = resident.partition;
        return EMPTY_BYTES + (partition == null ? 0 : partition.bytes());
    }
}

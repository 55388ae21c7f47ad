package dev.daybook.recall;

import dev.daybook.data.Scope;
import dev.daybook.spi.Head;
import dev.daybook.spi.Page;
import dev.daybook.spi.Row;
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

    private static final int ROWS = 5_000;

    /** What even an image of nothing takes; measured, rounded up. */
    static final long EMPTY_BYTES = 8_000;

    private final Store store;
    private final @Nullable String vectorSidecar;
    private final long budget;
    private final Map<Scope, Resident> residents = new LinkedHashMap<>(16, 0.75f, true);

    Partitions(Store store, @Nullable String vectorSidecar, long budget) {
        this.store = store;
        this.vectorSidecar = vectorSidecar;
        this.budget = budget;
    }

    /** A partition, and up to where it has read the scope. */
    private static final class Resident {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private @Nullable Partition partition;
        private long revision;
        private long epoch;
    }

    /**
     * Reads the partition of a scope as it is now: everything that was acknowledged before is in it. The partition must
     * not be kept after the reader returned.
     */
    <T> T read(Scope scope, Function<Partition, T> reader) {
        Resident resident = resident(scope);
        // What was acknowledged by now must be in it; what is written while it is read may wait for the next reader.
        Head head = store.head(scope);
        while (true) {
            resident.lock.readLock().lock();
            try {
                Partition partition = resident.partition;
                if (partition != null && holds(resident, head)) {
                    return reader.apply(partition);
                }
            } finally {
                resident.lock.readLock().unlock();
            }
            refresh(scope, resident);
            dropUnused(scope);
        }
    }

    private static boolean holds(Resident resident, Head head) {
        return resident.epoch > head.epoch() || resident.epoch == head.epoch() && resident.revision >= head.revision();
    }

    private void refresh(Scope scope, Resident resident) {
        resident.lock.writeLock().lock();
        try {
            Head head = store.head(scope);
            Partition partition = resident.partition;
            if (partition != null && holds(resident, head)) {
                return;
            }
            if (partition == null || resident.epoch != head.epoch() || partition.isWorn()) {
                partition = new Partition(vectorSidecar);
                resident.revision = 0;
            }
            // Dropped while it is being brought up to date: a failure half-way must not leave a half image behind.
            resident.partition = null;
            long revision = resident.revision;
            for (boolean more = true; more; ) {
                Page<Row> rows = store.rows(scope, revision, ROWS);
                rows.items().forEach(partition::take);
                if (!rows.items().isEmpty()) {
                    revision = rows.items().get(rows.items().size() - 1).revision();
                }
                more = rows.cursor() != null;
            }
            partition.place();
            // If something was erased while it was read, the epoch noted here is too low, and the next reader loads
            // anew.
            resident.revision = Math.max(revision, head.revision());
            resident.epoch = head.epoch();
            resident.partition = partition;
        } finally {
            resident.lock.writeLock().unlock();
        }
    }

    private Resident resident(Scope scope) {
        synchronized (residents) {
            return residents.computeIfAbsent(scope, unused -> new Resident());
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

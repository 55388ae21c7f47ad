package dev.daybook.remember;

import dev.daybook.data.Scope;
import dev.daybook.data.Vitals.Backlog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the thread that embeds and those who wait for it share: which scopes are due, how far each has come, and which of
 * its entries are set aside. Thread-safe.
 */
final class VectorProgress {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** The scopes that are due, in order, each once: there may be as many as there are users. */
    private final Set<Scope> due = new LinkedHashSet<>();

    /** Those that somebody waits for; they come before the others. */
    private final Set<Scope> awaited = new LinkedHashSet<>();

    /** For each scope the revision up to which every entry has its vectors or is set aside, as far as this process knows. */
    private final Map<Scope, Long> reached = new HashMap<>();

    private final Map<Scope, SetAside> aside = new HashMap<>();

    /** Since when each scope has something without vectors, by {@link System#nanoTime}; the oldest first. */
    private final Map<Scope, Long> behindSince = new LinkedHashMap<>();

    private boolean away;
    private boolean closed;

    /** Puts a scope at the end of those that are due. */
    void wake(Scope scope) {
        locked(() -> {
            if (!isDue(scope)) {
                due.add(scope);
                behindSince.putIfAbsent(scope, System.nanoTime());
                changed.signalAll();
            }
            return true;
        });
    }

    /** Waits until what was written at a revision, and all before that is not set aside, has its vectors. */
    boolean awaitDone(Scope scope, long revision, Duration timeout) {
        return await(scope, timeout, () -> hasReached(scope, revision) && !isSetAside(scope, revision));
    }

    /** Waits until there is nothing more to wait for up to a revision: what is set aside will not come soon. */
    boolean awaitSettled(Scope scope, long revision, Duration timeout) {
        return await(scope, timeout, () -> away || hasReached(scope, revision));
    }

    private boolean await(Scope scope, Duration timeout, BooleanSupplier condition) {
        long left = timeout.toNanos();
        lock.lock();
        try {
            if (!condition.getAsBoolean()) {
                due.remove(scope);
                awaited.add(scope);
                changed.signalAll();
            }
            while (!condition.getAsBoolean()) {
                if (left <= 0 || closed) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private boolean hasReached(Scope scope, long revision) {
        return reached(scope) >= revision;
    }

    long reached(Scope scope) {
        return locked(() -> reached.getOrDefault(scope, 0L));
    }

    boolean isSetAside(Scope scope, long contentRevision) {
        return locked(() -> {
            SetAside entries = aside.get(scope);
            return entries != null && entries.holds(contentRevision);
        });
    }

    /** Entries of a scope that were set aside and may be tried again now. */
    List<DueEntry> retries(Scope scope, int limit) {
        return locked(() -> {
            SetAside entries = aside.get(scope);
            return entries == null ? List.of() : entries.due(System.nanoTime(), limit);
        });
    }

    /** The lowest revision of an entry that is set aside. */
    OptionalLong firstSetAside(Scope scope) {
        return locked(() -> {
            SetAside entries = aside.get(scope);
            return entries == null
                    ? OptionalLong.empty()
                    : entries.revisions().stream().mapToLong(Long::longValue).min();
        });
    }

    /** Whether an entry of the scope was set aside that may still be embedded soon. */
    boolean hasHope(Scope scope) {
        return locked(() -> {
            SetAside entries = aside.get(scope);
            return entries != null && entries.hasHope();
        });
    }

    /**
     * Notes what a look at a scope has brought.
     *
     * @param settled entries that have their vectors now, or are gone
     * @return the failed entries that have never failed before
     */
    List<DueEntry> note(Scope scope, long upTo, Collection<DueEntry> settled, Collection<DueEntry> failed) {
        return locked(() -> {
            SetAside entries = aside.computeIfAbsent(scope, unused -> new SetAside());
            settled.forEach(entries::remove);
            List<DueEntry> fresh = new ArrayList<>();
            for (DueEntry entry : failed) {
                if (entries.add(entry, System.nanoTime())) {
                    fresh.add(entry);
                }
            }
            if (entries.isEmpty()) {
                aside.remove(scope);
            }
            reached.merge(scope, upTo, Math::max);
            changed.signalAll();
            return fresh;
        });
    }

    /** Says whether the embedder is away: nobody should wait for it, then. */
    void away(boolean away) {
        locked(() -> {
            this.away = away;
            changed.signalAll();
            return true;
        });
    }

    /** Says that a look at a scope found nothing more; one that was written to since stays behind. */
    void upToDate(Scope scope) {
        locked(() -> isDue(scope) || behindSince.remove(scope) != null);
    }

    Backlog backlog() {
        return locked(() -> {
            Duration oldest = behindSince.isEmpty()
                    ? Duration.ZERO
                    : Duration.ofNanos(
                            System.nanoTime() - behindSince.values().iterator().next());
            long failed = aside.values().stream().mapToLong(SetAside::size).sum();
            return new Backlog(behindSince.size(), oldest, failed);
        });
    }

    /** The next scope that is due, when there is one; null at the end. */
    @Nullable
    Scope next() throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                long untilRetry = enqueueRetries();
                Scope scope = poll(awaited.isEmpty() ? due : awaited);
                if (scope != null) {
                    return scope;
                }
                changed.awaitNanos(untilRetry);
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Makes the scopes due in which something is to be tried again; how many nanoseconds until the next is. */
    private long enqueueRetries() {
        long now = System.nanoTime();
        long next = Long.MAX_VALUE;
        for (Map.Entry<Scope, SetAside> entry : aside.entrySet()) {
            long left = entry.getValue().untilNext(now);
            if (left > 0) {
                next = Math.min(next, left);
            } else if (!isDue(entry.getKey())) {
                due.add(entry.getKey());
            }
        }
        return next;
    }

    private boolean isDue(Scope scope) {
        return due.contains(scope) || awaited.contains(scope);
    }

    private static @Nullable Scope poll(Set<Scope> scopes) {
        Iterator<Scope> first = scopes.iterator();
        if (!first.hasNext()) {
            return null;
        }
        Scope scope = first.next();
        first.remove();
        return scope;
    }

    /** Waits; false if it was closed meanwhile. */
    boolean pause(Duration pause) throws InterruptedException {
        long left = pause.toNanos();
        lock.lock();
        try {
            while (left > 0 && !closed) {
                left = changed.awaitNanos(left);
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        locked(() -> {
            closed = true;
            changed.signalAll();
            return true;
        });
    }

    boolean isClosed() {
        return locked(() -> closed);
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}

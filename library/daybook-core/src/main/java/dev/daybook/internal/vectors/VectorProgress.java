package dev.daybook.internal.vectors;

import dev.daybook.internal.checks.WaitTime;
import dev.daybook.model.Scope;
import dev.daybook.outcome.BacklogStatus.Backlog;
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
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The shared state of the embedding thread and its waiters: the due scopes, the progress in each, and the failed
 * entries. Thread-safe.
 */
final class VectorProgress {

    /** The watermark of a scope that has none. */
    static final long NO_WATERMARK = -1;

    /** The revisions by which a watermark may lag behind: those that the next opening reads again. */
    static final long WATERMARK_LAG = 1_000;

    /** A pass that takes longer hangs in the embedder, and no recall waits for it. */
    static final Duration MAX_PASS = Duration.ofSeconds(30);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** The due scopes in order, each once: there may be as many as users. */
    private final Set<Scope> due = new LinkedHashSet<>();

    /** The due scopes with a waiting caller; they come first. */
    private final Set<Scope> awaited = new LinkedHashSet<>();

    private final Map<Scope, ScopeProgress> reached = new HashMap<>();

    private final Map<Scope, FailedEmbeddings> failures = new HashMap<>();

    /** The start of each scope's backlog, by {@link System#nanoTime}, oldest first. */
    private final Map<Scope, Long> behindSince = new LinkedHashMap<>();

    private final LongSupplier nanoTime;
    private boolean unavailable;
    private boolean isPassing;
    private long passBegan;
    private boolean closed;

    VectorProgress() {
        this(System::nanoTime);
    }

    /** @param nanoTime as {@link System#nanoTime} */
    VectorProgress(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * The progress in a scope, as far as this process knows.
     *
     * @param revision the revision up to which every entry has vectors or failed
     * @param watermark the stored watermark, or {@link #NO_WATERMARK}
     * @param isAlone whether the last pass left no watermark of another embedder
     */
    private record ScopeProgress(long revision, long watermark, boolean isAlone) {

        static final ScopeProgress NONE = new ScopeProgress(0, NO_WATERMARK, false);

        boolean isMarked() {
            return watermark != NO_WATERMARK;
        }

        ScopeProgress upTo(long other) {
            return new ScopeProgress(Math.max(revision, other), watermark, isAlone);
        }
    }

    /** Queues a scope. */
    void wake(Scope scope) {
        locked(() -> {
            if (!isDue(scope)) {
                due.add(scope);
                behindSince.putIfAbsent(scope, nanoTime.getAsLong());
                changed.signalAll();
            }
            return true;
        });
    }

    /**
     * Advances the progress over revisions whose entries have vectors, if everything before them is done and the scope
     * has a watermark. A watermark that lags far behind needs a pass that writes it, but the pass need not read these
     * entries.
     *
     * @return false if the scope needs a pass
     */
    boolean advance(Scope scope, long after, long upTo) {
        return locked(() -> {
            ScopeProgress before = progress(scope);
            if (before.revision() < after || !before.isMarked()) {
                return false;
            }
            reached.put(scope, before.upTo(upTo));
            changed.signalAll();
            return upTo - before.watermark() <= WATERMARK_LAG;
        });
    }

    /**
     * Returns the revision up to which every entry of a scope without a watermark has vectors, as far as this process
     * knows: 0 for a scope that it has not seen.
     *
     * @return empty if the scope has a watermark, or an entry that failed
     */
    OptionalLong unmarked(Scope scope) {
        return locked(() -> {
            ScopeProgress now = progress(scope);
            return now.isMarked() || failures.containsKey(scope)
                    ? OptionalLong.empty()
                    : OptionalLong.of(now.revision());
        });
    }

    /**
     * Records a watermark that was stored with the entries of a write.
     *
     * @param after the revision before the write; every entry up to it has vectors
     * @param upTo the last revision of the write, which is the watermark
     */
    void marked(Scope scope, long after, long upTo) {
        locked(() -> {
            ScopeProgress before = progress(scope);
            // Before its first revision a scope has no watermark of any embedder.
            boolean isAlone = before.isAlone() || after == 0;
            reached.put(scope, new ScopeProgress(Math.max(before.revision(), upTo), upTo, isAlone));
            changed.signalAll();
            return true;
        });
    }

    /**
     * Forgets the progress in a scope whose watermark was erased since, so that a pass reads its rows from the first on:
     * a write after the erasure may have advanced the progress without a pass.
     *
     * @return whether this process knew a watermark
     */
    boolean unmark(Scope scope) {
        return locked(() -> progress(scope).isMarked() && reached.remove(scope) != null);
    }

    /** Tests whether the last pass over a scope left no watermark of another embedder. */
    boolean isAlone(Scope scope) {
        return locked(() -> progress(scope).isAlone());
    }

    private ScopeProgress progress(Scope scope) {
        return reached.getOrDefault(scope, ScopeProgress.NONE);
    }

    /** Waits until the entries of a revision and before have vectors, except failed ones before it. */
    boolean awaitDone(Scope scope, long revision, Duration timeout) {
        return await(scope, timeout, () -> hasReached(scope, revision) && !hasFailed(scope, revision));
    }

    /** Waits as {@link #awaitDone}, and no longer for an entry of the revision whose text the embedder refuses. */
    boolean awaitEnd(Scope scope, long revision, Duration timeout) {
        return await(
                scope,
                timeout,
                () -> hasReached(scope, revision) && (!hasFailed(scope, revision) || isRefused(scope, revision)));
    }

    boolean isRefused(Scope scope, long contentRevision) {
        return locked(() -> {
            FailedEmbeddings entries = failures.get(scope);
            return entries != null && entries.isRefused(contentRevision);
        });
    }

    /** Waits until no more vectors are expected soon up to a revision. */
    boolean awaitSettled(Scope scope, long revision, Duration timeout) {
        return await(scope, timeout, () -> unavailable || hangs() || hasReached(scope, revision));
    }

    private boolean await(Scope scope, Duration timeout, BooleanSupplier condition) {
        long left = WaitTime.nanos(timeout);
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
        return locked(() -> progress(scope).revision());
    }

    boolean hasFailed(Scope scope, long contentRevision) {
        return locked(() -> {
            FailedEmbeddings entries = failures.get(scope);
            return entries != null && entries.contains(contentRevision);
        });
    }

    /** Returns the failed entries of a scope that are due for a retry. */
    List<UnembeddedEntry> retries(Scope scope, int limit) {
        return locked(() -> {
            FailedEmbeddings entries = failures.get(scope);
            return entries == null ? List.of() : entries.due(nanoTime.getAsLong(), limit);
        });
    }

    /** Returns the lowest revision of a failed entry. */
    OptionalLong firstFailed(Scope scope) {
        return locked(() -> {
            FailedEmbeddings entries = failures.get(scope);
            return entries == null
                    ? OptionalLong.empty()
                    : entries.revisions().stream().mapToLong(Long::longValue).min();
        });
    }

    /** Tests whether a failed entry of a scope is still expected to succeed soon. */
    boolean isRecoveryExpected(Scope scope) {
        return locked(() -> {
            FailedEmbeddings entries = failures.get(scope);
            return entries != null && entries.isRecoveryExpected();
        });
    }

    /**
     * Records the result of a pass over a scope.
     *
     * @param watermark the stored watermark, or {@link #NO_WATERMARK}
     * @param isAlone whether there is no watermark of another embedder
     * @param settled entries that have vectors now or were erased
     * @param failed the causes by entry
     * @return the entries that failed for the first time
     */
    List<UnembeddedEntry> record(
            Scope scope,
            long upTo,
            long watermark,
            boolean isAlone,
            Collection<UnembeddedEntry> settled,
            Map<UnembeddedEntry, Throwable> failed) {
        return locked(() -> {
            FailedEmbeddings entries = failures.computeIfAbsent(scope, unused -> new FailedEmbeddings());
            settled.forEach(entries::remove);
            List<UnembeddedEntry> fresh = new ArrayList<>();
            failed.forEach((entry, cause) -> {
                if (entries.add(entry, cause, nanoTime.getAsLong())) {
                    fresh.add(entry);
                }
            });
            if (entries.isEmpty()) {
                failures.remove(scope);
            }
            long revision = progress(scope).upTo(upTo).revision();
            reached.put(scope, new ScopeProgress(revision, watermark, isAlone));
            changed.signalAll();
            return fresh;
        });
    }

    /** Marks the beginning, or the end, of a pass. */
    void passing(boolean begins) {
        locked(() -> {
            isPassing = begins;
            passBegan = nanoTime.getAsLong();
            return true;
        });
    }

    private boolean hangs() {
        return isPassing && nanoTime.getAsLong() - passBegan > MAX_PASS.toNanos();
    }

    /** Sets whether the embedder is unavailable, so that no caller waits for it. */
    void unavailable(boolean unavailable) {
        locked(() -> {
            this.unavailable = unavailable;
            changed.signalAll();
            return true;
        });
    }

    /** Ends the backlog of a scope after a pass without further work, unless it was written to since. */
    void upToDate(Scope scope) {
        locked(() -> isDue(scope) || behindSince.remove(scope) != null);
    }

    Backlog backlog() {
        return locked(() -> {
            Duration oldest = behindSince.isEmpty()
                    ? Duration.ZERO
                    : Duration.ofNanos(nanoTime.getAsLong()
                            - behindSince.values().iterator().next());
            long failed =
                    failures.values().stream().mapToLong(FailedEmbeddings::size).sum();
            return new Backlog(behindSince.size(), oldest, failed);
        });
    }

    /** Waits for the next due scope; returns null when closed. */
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

    /** Queues the scopes with due retries; returns the nanoseconds until the next one. */
    private long enqueueRetries() {
        long now = nanoTime.getAsLong();
        long next = Long.MAX_VALUE;
        for (Map.Entry<Scope, FailedEmbeddings> entry : failures.entrySet()) {
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

    /** Pauses; returns false if closed meanwhile. */
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

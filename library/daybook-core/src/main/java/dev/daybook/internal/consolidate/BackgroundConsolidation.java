package dev.daybook.internal.consolidate;

import dev.daybook.internal.checks.WaitTime;
import dev.daybook.internal.inference.RetryBackoff;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Scope;
import dev.daybook.outcome.BacklogStatus.Backlog;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.query.DerivationStart;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Derives the backlog of all scopes behind the writes, on one thread. A wake-up carries only the name of a scope, so a
 * crash loses nothing. With a model each write wakes its scope, and after opening every scope is visited once. Without
 * one nobody waits for a derivation: a scope is visited when the idle time after a write is over, and what an earlier process
 * left is found by a {@link dev.daybook.internal.sweep.BacklogSweep}. Failed subjects are visited again at their retry time.
 * Thread-safe.
 */
public final class BackgroundConsolidation implements AutoCloseable {

    private static final Logger LOG = System.getLogger("dev.daybook.internal.consolidate");

    /** The minimum delay before a dropped or failed subject is retried. */
    private static final Duration MIN_RETRY_DELAY = Duration.ofSeconds(1);

    /** The longest delay after visits that failed in a row: somebody mends the store meanwhile. */
    private static final Duration MAX_RETRY_DELAY = Duration.ofMinutes(5);

    /**
     * The wait for the thread at close. A model call that takes longer is interrupted, and repeated after the next
     * opening.
     */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    /** The scopes whose progress is remembered; any other scope is visited again. */
    private static final int SCOPES = 10_000;

    /** The scopes whose backlog is counted at the opening: a count reads the states of a scope. */
    private static final int COUNTED_SCOPES = 1_000;

    private final Store store;
    private final Consolidation consolidation;
    private final ModelOptions options;
    private final ScheduledThreadPoolExecutor thread;
    private final BackgroundPace pace = new BackgroundPace(System::nanoTime);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Scopes queued for a visit. */
    private final Set<Scope> waiting = new HashSet<>();

    /** Scopes with a delayed visit, and the {@link System#nanoTime} of it: the earliest one that somebody asked for. */
    private final Map<Scope, Long> delayed = new HashMap<>();

    /** Scopes whose last visit failed, or left a subject that waits for its retry time. */
    private final Set<Scope> failing = new HashSet<>();

    private final Map<Scope, Failure> failures = new HashMap<>();

    /** @param count the failed visits of a scope in a row */
    private record Failure(String cause, int count) {

        Failure again(String cause) {
            return new Failure(cause, count + 1);
        }
    }

    /** The callers who wait for a scope. */
    private final Map<Scope, Integer> callers = new HashMap<>();

    /** The revision up to which each scope was processed, as far as this process knows. */
    private final Map<Scope, Long> done = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Scope, Long> eldest) {
            return size() > SCOPES;
        }
    };

    /** The start of the wait of each queued scope, by {@link System#nanoTime}, oldest first. */
    private final Map<Scope, Long> behindSince = new LinkedHashMap<>();

    private boolean closed;

    public BackgroundConsolidation(Store store, Consolidation consolidation, ModelOptions options) {
        this.store = store;
        this.consolidation = consolidation;
        this.options = options;
        this.thread = new ScheduledThreadPoolExecutor(1, work -> {
            Thread daemon = new Thread(work, "daybook-consolidate");
            daemon.setDaemon(true);
            return daemon;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        if (asksModel()) {
            thread.execute(this::wakeAll);
        }
    }

    /** Tests whether a model derives, so that its answers can be waited for. */
    public boolean asksModel() {
        return options.model() != null;
    }

    private void wakeAll() {
        try {
            List<Scope> scopes = PagedReads.all(cursor -> store.spaces(cursor, PagedReads.SIZE))
                    .flatMap(space -> PagedReads.all(cursor -> store.heads(space, cursor, PagedReads.SIZE)))
                    .map(ScopeHead::scope)
                    .toList();
            if (options.start() == DerivationStart.NOW) {
                Consolidation withoutModel = consolidation.withoutModel();
                scopes.stream()
                        .takeWhile(scope -> !isClosed())
                        .forEach(scope -> withoutModel.run(scope, RunUrgency.AWAITED));
            }
            consolidation.model().ifPresent(model -> announce(model, scopes));
            scopes.forEach(this::wake);
        } catch (RuntimeException failure) {
            LOG.log(
                    Level.WARNING,
                    "the scopes with derived work could not be listed; each is processed after its next write",
                    failure);
        }
    }

    /** Logs what the opening will cost, before the first call. */
    private void announce(String model, List<Scope> scopes) {
        List<Long> calls = scopes.stream()
                .limit(COUNTED_SCOPES)
                .takeWhile(scope -> !isClosed())
                .map(consolidation::calls)
                .filter(count -> count > 0)
                .toList();
        LOG.log(
                Level.INFO,
                "the language model {0} derives in the background; backlog: {1} scopes, about {2} calls{3}",
                model,
                calls.size(),
                calls.stream().mapToLong(Long::longValue).sum(),
                scopes.size() > COUNTED_SCOPES ? " in the first " + COUNTED_SCOPES + " scopes" : "");
    }

    /**
     * Queues a scope after a write. Rules visit it when the idle time is over, so that a busy scope costs a visit in that
     * time; if very many scopes wait, the sweep finds the others.
     */
    public void written(Scope scope) {
        if (asksModel()) {
            wake(scope);
            return;
        }
        locked(() -> {
            if (delayed.size() < SCOPES || delayed.containsKey(scope)) {
                wakeAfter(scope, options.extraction().idle());
            }
        });
    }

    private void wake(Scope scope) {
        locked(() -> {
            behindSince.putIfAbsent(scope, System.nanoTime());
            if (!waiting.contains(scope) && schedule(Duration.ZERO, () -> work(scope))) {
                waiting.add(scope);
            }
        });
    }

    /** Queues a scope that has changed since its last visit, by a write of another process. */
    public void wakeIfBehind(Scope scope, long revision) {
        lock.lock();
        try {
            if (done.getOrDefault(scope, -1L) >= revision) {
                return;
            }
        } finally {
            lock.unlock();
        }
        wake(scope);
    }

    private void wakeLater(Scope scope, Duration delay) {
        wakeAfter(scope, delay.compareTo(MIN_RETRY_DELAY) < 0 ? MIN_RETRY_DELAY : delay);
    }

    private void wakeAfter(Scope scope, Duration delay) {
        long time = System.nanoTime() + delay.toNanos();
        locked(() -> {
            Long planned = delayed.get(scope);
            if ((planned == null || time - planned < 0) && schedule(delay, () -> wakeDelayed(scope, time))) {
                delayed.put(scope, time);
            }
        });
    }

    /** Does nothing if an earlier visit took the place of this one. */
    private void wakeDelayed(Scope scope, long time) {
        locked(() -> {
            if (delayed.remove(scope, time)) {
                wake(scope);
            }
        });
    }

    /** Returns whether the thread will do the work; not when it closes: the backlog is processed after the next opening. */
    private boolean schedule(Duration delay, Runnable work) {
        if (closed) {
            return false;
        }
        try {
            // The work handles its own exceptions, so its future is ignored.
            Future<?> unused = thread.schedule(work, delay.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (RejectedExecutionException closing) {
            return false;
        }
    }

    private void work(Scope scope) {
        long begin = pace.begin();
        visit(scope);
        if (!asksModel() && !isLate()) {
            rest(pace.rest(begin));
        }
    }

    /** Returns whether scopes have waited for so long that they come before the calls. */
    private boolean isLate() {
        lock.lock();
        try {
            return pace.isLate(behindSince, failing);
        } finally {
            lock.unlock();
        }
    }

    private void visit(Scope scope) {
        locked(() -> waiting.remove(scope));
        try {
            long revision = store.head(scope).revision();
            List<DerivationOutcome> outcomes = consolidation.run(scope, urgency(scope));
            if (outcomes.stream().anyMatch(outcome -> outcome.result() == Result.DROPPED)) {
                wakeLater(scope, MIN_RETRY_DELAY);
            }
            Optional<Instant> nextTry = consolidation.nextTry(scope);
            nextTry.ifPresent(time -> wakeLater(scope, Duration.between(consolidation.now(), time)));
            visited(scope, nextTry.isPresent());
            Optional<Instant> awaited = consolidation.awaited(scope);
            if (awaited.isPresent()) {
                // A window is open, or the answer to a question is still to come; its write wakes the scope again.
                wakeLater(scope, Duration.between(consolidation.now(), awaited.get()));
                if (!asksModel()) {
                    locked(() -> caughtUp(scope));
                }
                return;
            }
            if (outcomes.stream().anyMatch(Consolidation::isLeased)) {
                // Another process derives here; the work is done, or due again, at the next visit.
                wakeLater(scope, MIN_RETRY_DELAY);
                return;
            }
            locked(() -> {
                done.merge(scope, revision, Math::max);
                caughtUp(scope);
                changed.signalAll();
            });
        } catch (RuntimeException | Error failure) {
            if (!isClosed()) {
                failed(scope, failure.getClass().getName());
            }
        }
    }

    /** Leaves the processor to the calls; nobody waits for rules. */
    private void rest(Duration time) {
        long left = time.toNanos();
        lock.lock();
        try {
            while (left > 0 && !closed) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void visited(Scope scope, boolean hasFailedSubject) {
        locked(() -> {
            failures.remove(scope);
            if (hasFailedSubject) {
                failing.add(scope);
            } else {
                failing.remove(scope);
            }
        });
    }

    /** Ends the wait of a scope that nothing is due in, unless it was written to meanwhile. */
    private void caughtUp(Scope scope) {
        if (!waiting.contains(scope)) {
            behindSince.remove(scope);
        }
    }

    /** Plans the next visit. A cause is logged once until no scope fails by it; a store that is away fails in each. */
    private void failed(Scope scope, String cause) {
        boolean isKnown;
        Failure failure;
        lock.lock();
        try {
            isKnown = failures.values().stream().anyMatch(other -> other.cause().equals(cause));
            failure = failures.merge(scope, new Failure(cause, 1), (before, first) -> before.again(cause));
            failing.add(scope);
        } finally {
            lock.unlock();
        }
        if (!isKnown) {
            // Only the type is logged: the message of a third-party exception may contain stored text.
            LOG.log(Level.WARNING, "derived work failed; it is repeated until it succeeds: {0}", cause);
        }
        wakeLater(scope, RetryBackoff.delay(MIN_RETRY_DELAY, MAX_RETRY_DELAY, failure.count()));
    }

    private RunUrgency urgency(Scope scope) {
        lock.lock();
        try {
            return callers.containsKey(scope) ? RunUrgency.AWAITED : RunUrgency.BACKGROUND;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a scope is processed up to a revision; returns false on timeout. */
    public boolean await(Scope scope, long revision, Duration timeout) {
        locked(() -> callers.merge(scope, 1, Integer::sum));
        try {
            return awaitWoken(scope, revision, timeout);
        } finally {
            locked(() -> callers.computeIfPresent(scope, (there, count) -> count == 1 ? null : count - 1));
        }
    }

    private boolean awaitWoken(Scope scope, long revision, Duration timeout) {
        wake(scope);
        long left = WaitTime.nanos(timeout);
        lock.lock();
        try {
            while (done.getOrDefault(scope, 0L) < revision) {
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

    /** Returns the queued scopes. */
    public Backlog backlog() {
        lock.lock();
        try {
            Duration oldest = behindSince.isEmpty()
                    ? Duration.ZERO
                    : Duration.ofNanos(
                            System.nanoTime() - behindSince.values().iterator().next());
            return new Backlog(behindSince.size(), oldest, failing.size());
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }

    /** Stops the thread. A running model call is interrupted and its answer dropped. */
    @Override
    public void close() {
        locked(() -> {
            closed = true;
            changed.signalAll();
        });
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.log(Level.WARNING, "derived work did not stop within {0}; its answer is dropped", CLOSE_TIMEOUT);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

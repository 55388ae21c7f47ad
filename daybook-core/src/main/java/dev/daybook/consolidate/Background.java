package dev.daybook.consolidate;

import dev.daybook.data.Outcome;
import dev.daybook.data.Outcome.Result;
import dev.daybook.data.Scope;
import dev.daybook.data.Vitals.Backlog;
import dev.daybook.spi.Pages;
import dev.daybook.spi.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Does what is due behind the writes: one thread, one scope after the other. Nothing is handed over to it but the name of
 * a scope, so nothing is lost in a crash: at first it looks at every scope there is. What failed comes again when its time
 * has come. Thread-safe.
 */
public final class Background implements AutoCloseable {

    private static final Logger LOG = System.getLogger("dev.daybook.consolidate");

    /** What was dropped or may be tried again is not tried more often than this. */
    private static final Duration AGAIN = Duration.ofSeconds(1);

    /** A model's answer may take long; whoever closes should not wait for all of it. It is lost then, and asked for again. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** A number for each scope that was looked at lately; one that is not among them is looked at again. */
    private static final int SCOPES = 10_000;

    private final Store store;
    private final Consolidation consolidation;
    private final ScheduledThreadPoolExecutor thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** To be looked at as soon as it is their turn. */
    private final Set<Scope> waiting = new HashSet<>();

    /** To be looked at after a while, unless they are before. */
    private final Set<Scope> later = new HashSet<>();

    /** For each scope the revision up to which everything was looked at, as far as this process knows. */
    private final Map<Scope, Long> done = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Scope, Long> eldest) {
            return size() > SCOPES;
        }
    };

    /** Since when each scope waits to be looked at, by {@link System#nanoTime}; the oldest first. */
    private final Map<Scope, Long> behindSince = new LinkedHashMap<>();

    private boolean closed;

    public Background(Store store, Consolidation consolidation) {
        this.store = store;
        this.consolidation = consolidation;
        this.thread = new ScheduledThreadPoolExecutor(1, work -> {
            Thread daemon = new Thread(work, "daybook-consolidate");
            daemon.setDaemon(true);
            return daemon;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        thread.execute(this::wakeAll);
    }

    private void wakeAll() {
        try {
            Pages.all(cursor -> store.spaces(cursor, Pages.SIZE))
                    .flatMap(space -> Pages.all(cursor -> store.heads(space, cursor, Pages.SIZE)))
                    .forEach(head -> wake(head.scope()));
        } catch (RuntimeException failure) {
            LOG.log(Level.WARNING, "derived work was not looked for; the next write of a scope does it", failure);
        }
    }

    /** Says that something was written to a scope. */
    public void wake(Scope scope) {
        locked(() -> behindSince.putIfAbsent(scope, System.nanoTime()));
        schedule(waiting, scope, Duration.ZERO, () -> work(scope));
    }

    private void wakeLater(Scope scope, Duration delay) {
        schedule(later, scope, delay.compareTo(AGAIN) < 0 ? AGAIN : delay, () -> {
            locked(() -> later.remove(scope));
            wake(scope);
        });
    }

    private void schedule(Set<Scope> planned, Scope scope, Duration delay, Runnable work) {
        locked(() -> {
            if (closed || !planned.add(scope)) {
                return;
            }
            try {
                // What the work throws it deals with itself, so nobody has to ask its future.
                Future<?> unused = thread.schedule(work, delay.toMillis(), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException closing) {
                // What is due now is due after the next opening.
                planned.remove(scope);
            }
        });
    }

    private void work(Scope scope) {
        locked(() -> waiting.remove(scope));
        try {
            long revision = store.head(scope).revision();
            List<Outcome> outcomes = consolidation.run(scope, false);
            if (outcomes.stream().anyMatch(outcome -> outcome.result() == Result.DROPPED)) {
                wakeLater(scope, AGAIN);
            }
            consolidation
                    .nextTry(scope)
                    .ifPresent(time -> wakeLater(scope, Duration.between(consolidation.now(), time)));
            locked(() -> {
                done.merge(scope, revision, Math::max);
                if (!waiting.contains(scope)) {
                    behindSince.remove(scope);
                }
                changed.signalAll();
            });
        } catch (RuntimeException | Error failure) {
            if (!isClosed()) {
                // Only its type: the message of somebody else's exception may hold what was said.
                LOG.log(
                        Level.WARNING,
                        "derived work failed, trying again in {0}: {1}",
                        AGAIN,
                        failure.getClass().getName());
                wakeLater(scope, AGAIN);
            }
        }
    }

    /** Waits until everything up to a revision of a scope was looked at; false if the time was over before. */
    public boolean await(Scope scope, long revision, Duration timeout) {
        wake(scope);
        long left = timeout.toNanos();
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

    /** What waits to be looked at. */
    public Backlog backlog() {
        lock.lock();
        try {
            Duration oldest = behindSince.isEmpty()
                    ? Duration.ZERO
                    : Duration.ofNanos(
                            System.nanoTime() - behindSince.values().iterator().next());
            return new Backlog(behindSince.size(), oldest, later.size());
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

    /** Stops; a model that is being asked is interrupted, and its answer dropped. */
    @Override
    public void close() {
        locked(() -> {
            closed = true;
            changed.signalAll();
        });
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.log(Level.WARNING, "derived work did not stop within {0}; its answer is dropped", PATIENCE);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.daybook.consolidate;

import dev.daybook.data.Outcome;
import dev.daybook.data.Outcome.Result;
import dev.daybook.data.Scope;
import dev.daybook.spi.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Does what is due behind the writes: one thread, one scope after the other. Nothing is handed over to it but the name of
 * a scope, so nothing is lost in a crash; what failed comes again after a while. Thread-safe.
 */
public final class Background implements AutoCloseable {

    private static final Logger LOG = System.getLogger("dev.daybook.consolidate");

    /** What has to wait is looked at again after this; when it may really run, its attempt says. */
    private static final Duration AGAIN = Duration.ofSeconds(10);

    /** A model's answer may take long; whoever closes should not wait for all of it. It is lost then, and asked for again. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Set<Result> UNFINISHED =
            EnumSet.of(Result.FAILED, Result.FALLBACK, Result.DROPPED, Result.WAITING);

    private final Store store;
    private final Consolidation consolidation;
    private final ScheduledThreadPoolExecutor thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Scope> waiting = new HashSet<>();
    /** For each scope the revision up to which everything was looked at, as far as this process knows. */
    private final Map<Scope, Long> done = new HashMap<>();

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
    }

    /** Says that something was written to a scope. */
    public void wake(Scope scope) {
        wake(scope, Duration.ZERO);
    }

    private void wake(Scope scope, Duration delay) {
        lock.lock();
        try {
            if (!closed && waiting.add(scope)) {
                thread.schedule(() -> work(scope), delay.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (RejectedExecutionException closing) {
            // What is due now is due after the next opening.
            waiting.remove(scope);
        } finally {
            lock.unlock();
        }
    }

    private void work(Scope scope) {
        locked(() -> waiting.remove(scope));
        try {
            long revision = store.head(scope).revision();
            List<Outcome> outcomes = consolidation.run(scope, false);
            if (outcomes.stream().anyMatch(outcome -> UNFINISHED.contains(outcome.result()))) {
                wake(scope, AGAIN);
            }
            locked(() -> {
                done.merge(scope, revision, Math::max);
                changed.signalAll();
            });
        } catch (RuntimeException failure) {
            if (!isClosed()) {
                LOG.log(Level.WARNING, "derived work failed, trying again in {0}: {1}", AGAIN, failure.toString());
                wake(scope, AGAIN);
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

package dev.daybook.internal.sweep;

import dev.daybook.store.ScopeHead;
import dev.daybook.store.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A slow round over the scopes of a store. Each process works behind its own writes; the round finds the vectors and
 * derivations that another process left: one of several that share the store when it vanishes, or, where rules derive,
 * the last one that held the store. A step reads the heads of some scopes, so
 * its cost does not grow with the store: a small store is seen every minute, a large one in hours.
 */
public final class BacklogSweep implements AutoCloseable {

    private static final Logger LOG = System.getLogger("dev.daybook.internal.consolidate");

    /** Once a minute: the wait for derived work that nobody asks for after a crash. */
    private static final long PERIOD_SECONDS = 60;

    /** The scopes of a step. Most visits find nothing; the others cost a few reads each. */
    private static final int SCOPES = 1_000;

    private final ScopeRound round;
    private final Consumer<ScopeHead> visit;
    private final ScheduledThreadPoolExecutor thread;

    /** @param visit receives each scope with its head; returns soon */
    public BacklogSweep(Store store, Consumer<ScopeHead> visit) {
        this.round = new ScopeRound(store);
        this.visit = visit;
        this.thread = new ScheduledThreadPoolExecutor(1, work -> {
            Thread daemon = new Thread(work, "daybook-sweep");
            daemon.setDaemon(true);
            return daemon;
        });
        // A step handles its own exceptions, so its future is ignored.
        Future<?> unused = thread.scheduleWithFixedDelay(this::step, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    /** Visits the next scopes; begins a new round after the last scope. */
    public synchronized void step() {
        try {
            round.next(SCOPES, visit);
        } catch (RuntimeException failure) {
            round.restart();
            if (!thread.isShutdown()) {
                LOG.log(
                        Level.WARNING,
                        "the scopes of the store could not be listed; the next round begins in {0} s: {1}",
                        PERIOD_SECONDS,
                        failure.getClass().getName());
            }
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

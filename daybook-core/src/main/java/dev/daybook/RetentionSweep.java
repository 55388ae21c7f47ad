package dev.daybook;

import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.forget.ExpiredEntries;
import dev.daybook.store.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Forgets the entries whose retention period is over: an hourly round over the scopes of the store, in steps of some
 * scopes a minute. Several processes may do so on one store, because a forget is idempotent.
 *
 * <p>A forget cannot be undone, so a clock that is set forward by mistake must not cause one: the sweep pauses while the
 * clock is further ahead of the elapsed time than {@link #LARGEST_JUMP} since the opening.
 */
final class RetentionSweep implements AutoCloseable {

    /** Longer than most suspensions of a machine, in which no time elapses for the JVM, and shorter than most periods. */
    static final Duration LARGEST_JUMP = Duration.ofDays(14);

    private static final Logger LOG = System.getLogger("dev.daybook.forget");

    private static final long PERIOD_SECONDS = 60;

    /** Retention periods are whole days, so an hour more is no matter. */
    private static final Duration ROUND = Duration.ofHours(1);

    private static final int SCOPES = 1_000;

    private final ScopeRound round;
    private final ExpiredEntries expired;
    private final BiConsumer<Scope, Selection> forget;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final Instant opened;
    private final long openedNanos;
    private final ScheduledThreadPoolExecutor thread;

    private long begunNanos;
    private boolean isUnderWay;
    private boolean isPaused;

    /**
     * @param forget forgets a selection of a scope
     * @param nanoTime as {@link System#nanoTime}
     */
    RetentionSweep(
            Store store,
            ExpiredEntries expired,
            BiConsumer<Scope, Selection> forget,
            Clock clock,
            LongSupplier nanoTime) {
        this.round = new ScopeRound(store);
        this.expired = expired;
        this.forget = forget;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.opened = clock.instant();
        this.openedNanos = nanoTime.getAsLong();
        this.begunNanos = openedNanos - ROUND.toNanos();
        this.thread = new ScheduledThreadPoolExecutor(1, work -> {
            Thread daemon = new Thread(work, "daybook-retention");
            daemon.setDaemon(true);
            return daemon;
        });
        // A step handles its own exceptions, so its future is ignored.
        Future<?> unused = thread.scheduleWithFixedDelay(this::step, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    /** Visits the next scopes; begins a round if the last one began an hour ago. */
    synchronized void step() {
        if (!isUnderWay && nanoTime.getAsLong() - begunNanos < ROUND.toNanos()) {
            return;
        }
        Instant now = clock.instant();
        if (isAhead(now)) {
            return;
        }
        if (!isUnderWay) {
            begunNanos = nanoTime.getAsLong();
            isUnderWay = true;
        }
        try {
            isUnderWay = !round.next(SCOPES, found -> visit(found.scope(), now));
        } catch (RuntimeException failure) {
            round.restart();
            if (!thread.isShutdown()) {
                LOG.log(
                        Level.WARNING,
                        "retention periods could not be applied; the next round begins in {0} s: {1}",
                        PERIOD_SECONDS,
                        failure.getClass().getName());
            }
        }
    }

    private boolean isAhead(Instant now) {
        Duration elapsed = Duration.ofNanos(nanoTime.getAsLong() - openedNanos);
        boolean isAhead = now.isAfter(opened.plus(elapsed).plus(LARGEST_JUMP));
        if (isAhead && !isPaused) {
            LOG.log(
                    Level.WARNING,
                    "the clock is more than {0} days ahead of the elapsed time, so retention periods are not applied;"
                            + " correct the clock, or open the memory again if it is right",
                    LARGEST_JUMP.toDays());
        }
        isPaused = isAhead;
        return isAhead;
    }

    private void visit(Scope scope, Instant now) {
        for (Selection selection : expired.selections(scope, now)) {
            if (thread.isShutdown()) {
                return;
            }
            forget.accept(scope, selection);
        }
    }

    /** Ends the sweep after the forget that runs. */
    @Override
    public void close() {
        thread.shutdown();
    }
}

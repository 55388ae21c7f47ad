package dev.daybook.internal.sweep;

import dev.daybook.error.StoreException;
import dev.daybook.internal.forget.ExpiredEntries;
import dev.daybook.model.Scope;
import dev.daybook.query.Selection;
import dev.daybook.store.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Forgets the entries whose retention period is over, and those that have reached their own end: an hourly round over the scopes of the store, in steps of some
 * scopes a minute. Several processes may do so on one store, because a forget is idempotent. A round at a time that
 * {@link RetentionClock} refuses forgets nothing, and finds out whether there is anything to warn of.
 */
public final class RetentionSweep implements AutoCloseable {

    private static final Logger LOG = System.getLogger("dev.daybook.internal.forget");

    private static final long PERIOD_SECONDS = 60;

    /** Retention periods are whole days, so an hour more is no matter. */
    private static final Duration ROUND = Duration.ofHours(1);

    private static final int SCOPES = 1_000;

    private final ScopeRound round;
    private final ExpiredEntries expired;
    private final BiConsumer<Scope, Selection> forget;
    private final BiConsumer<Scope, Instant> forgetEnded;
    private final RetentionClock clock;
    private final LongSupplier nanoTime;
    private final ScheduledThreadPoolExecutor thread;

    private long begunNanos;
    private boolean isUnderWay;

    /** The scopes of this round with entries that a refused time would forget. */
    private int spared;

    private volatile @Nullable String pause;

    /**
     * @param forget forgets a selection of a scope
     * @param forgetEnded forgets the entries of a scope that have ended at a time
     * @param nanoTime as {@link System#nanoTime}
     */
    public RetentionSweep(
            Store store,
            ExpiredEntries expired,
            BiConsumer<Scope, Selection> forget,
            BiConsumer<Scope, Instant> forgetEnded,
            RetentionClock clock,
            LongSupplier nanoTime) {
        this.round = new ScopeRound(store);
        this.expired = expired;
        this.forget = forget;
        this.forgetEnded = forgetEnded;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.begunNanos = nanoTime.getAsLong() - ROUND.toNanos();
        this.thread = new ScheduledThreadPoolExecutor(1, work -> {
            Thread daemon = new Thread(work, "daybook-retention");
            daemon.setDaemon(true);
            return daemon;
        });
        // A step handles its own exceptions, so its future is ignored.
        Future<?> unused = thread.scheduleWithFixedDelay(this::step, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    /** Visits the next scopes; begins a round if the last one began an hour ago. */
    public synchronized void step() {
        if (!isUnderWay && nanoTime.getAsLong() - begunNanos < ROUND.toNanos()) {
            return;
        }
        try {
            sweep();
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

    private void sweep() {
        Instant now = clock.now();
        if (!clock.prepare(SCOPES)) {
            return;
        }
        RetentionClock.Verdict verdict = clock.judge(now);
        if (verdict == RetentionClock.Verdict.SETTLING) {
            return;
        }
        if (!isUnderWay) {
            begunNanos = nanoTime.getAsLong();
            isUnderWay = true;
            spared = 0;
        }
        boolean isRight = verdict == RetentionClock.Verdict.RIGHT;
        isUnderWay = !round.next(SCOPES, found -> visitReadable(found.scope(), now, isRight));
        if (!isUnderWay || spared > 0 && pause == null) {
            pause(now);
        }
    }

    /** Visits a scope. A damaged entry there is no reason to forget nothing in the others. */
    private void visitReadable(Scope scope, Instant now, boolean isRight) {
        try {
            visit(scope, now, isRight);
        } catch (StoreException failure) {
            if (failure.retryable()) {
                throw failure;
            }
            LOG.log(
                    Level.WARNING,
                    "retention periods could not be applied in one scope, and the sweep goes on with the next: {0}; run"
                            + " `daybook doctor`",
                    failure.getClass().getName());
        }
    }

    private void visit(Scope scope, Instant now, boolean isRight) {
        for (Selection selection : expired.selections(scope, now)) {
            if (thread.isShutdown()) {
                return;
            }
            if (!isRight) {
                spared++;
                return;
            }
            forget.accept(scope, selection);
        }
        if (thread.isShutdown() || !expired.hasEnded(scope, now)) {
            return;
        }
        if (isRight) {
            forgetEnded.accept(scope, now);
        } else {
            spared++;
        }
    }

    /** Says so once if the clock is refused and that matters; without entries to forget it does not. */
    private void pause(Instant now) {
        String before = pause;
        pause = spared == 0 ? null : paused(now, clock.reference());
        if (before == null && pause != null) {
            LOG.log(Level.WARNING, pause);
        }
    }

    private static String paused(Instant now, Instant reference) {
        LocalDate day = now.atOffset(ZoneOffset.UTC).toLocalDate();
        return "retention periods are not applied, because the clock says " + now.truncatedTo(ChronoUnit.SECONDS)
                + " and the latest time that is known to be right is " + reference.truncatedTo(ChronoUnit.SECONDS)
                + "; correct the clock, or if it is right, open the memory again with clockChecked(" + day
                + "), in a server or command DAYBOOK_CLOCK_CHECKED=" + day;
    }

    /** Returns why retention periods are not applied, with the remedy; empty if they are, or if none is over. */
    public Optional<String> pause() {
        return Optional.ofNullable(pause);
    }

    /** Ends the sweep after the forget that runs. */
    @Override
    public void close() {
        thread.shutdown();
    }
}

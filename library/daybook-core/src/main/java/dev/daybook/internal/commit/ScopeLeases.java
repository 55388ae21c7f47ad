package dev.daybook.internal.commit;

import dev.daybook.error.ConflictException;
import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.ExpectedHead;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.WriteBatch;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Leases of scopes for derived work, if several processes write to the store: one of them at a time pays for the model
 * calls of a scope (decision 83).
 *
 * <p>A lease is a state of the scope with its holder and the time of its expiry. It is taken and renewed by
 * compare-and-set, and removed after the work. If its holder vanishes, another process takes it after the expiry. A
 * lease saves model calls and is no lock: a holder that is slower than its lease may find that another one has done the
 * work, so results are applied by the versions of attempts and sources. Thread-safe.
 */
public final class ScopeLeases implements AutoCloseable {

    /** The name of the state. It names no entry, so a forget of entries keeps it; a forget of the scope erases it. */
    public static final String STATE = "lease/derivations";

    /** The time for which a lease holds, from its last renewal: that without derived work after a crash. */
    public static final Duration TERM = Duration.ofSeconds(30);

    /** The assumed difference between the clocks of two processes. A larger one costs a model call twice. */
    public static final Duration SKEW = Duration.ofSeconds(10);

    /** A missed renewal is made up for by the next. */
    private static final Duration RENEWAL = TERM.dividedBy(3);

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final Logger LOG = System.getLogger("dev.daybook.internal.consolidate");
    private static final int PLAIN = 1;

    private final Store store;
    private final Clock clock;
    private final UlidGenerator operations;
    private final boolean isShared;
    private final String holder = UUID.randomUUID().toString();

    /** Two threads of this process are one holder, so they take turns. */
    private final ScopeLocks turns = new ScopeLocks();

    /** Only used if the store is shared; starts its thread with the first lease. */
    private final ScheduledThreadPoolExecutor renewals;

    public ScopeLeases(Store store, Clock clock) {
        this.store = store;
        this.clock = clock;
        this.operations = new UlidGenerator(clock);
        this.isShared = store.guarantees().isShared();
        this.renewals = new ScheduledThreadPoolExecutor(1, work -> {
            Thread daemon = new Thread(work, "daybook-leases");
            daemon.setDaemon(true);
            return daemon;
        });
        renewals.setRemoveOnCancelPolicy(true);
    }

    /** A stored lease. */
    record StoredLease(String holder, Instant expiry, long version) {

        /** A time beyond every term was written by a clock that was wrong, or this clock was set back. */
        boolean isOver(Instant now) {
            return now.isAfter(expiry.plus(SKEW))
                    || expiry.isAfter(now.plus(TERM).plus(SKEW));
        }
    }

    /** Returns whether work needs a lease: other processes write to the store. */
    public boolean isShared() {
        return isShared;
    }

    /**
     * Runs work while this process holds the lease of a scope.
     *
     * @param epoch the epoch in which the work was found due: a lease after a forget would recreate the forgotten scope
     * @param patience the longest wait for another process
     * @return the result of the work, or empty if another process holds the lease or the epoch is over
     */
    public <T> Optional<T> hold(Scope scope, long epoch, Duration patience, Supplier<T> work) {
        return turns.withLock(scope, () -> {
            if (!take(scope, epoch, patience)) {
                return Optional.empty();
            }
            try {
                return Optional.of(renewing(scope, work));
            } finally {
                release(scope);
            }
        });
    }

    private <T> T renewing(Scope scope, Supplier<T> work) {
        Future<?> renewal = renewals.scheduleWithFixedDelay(
                () -> renew(scope), RENEWAL.toMillis(), RENEWAL.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return work.get();
        } finally {
            renewal.cancel(false);
        }
    }

    private boolean take(Scope scope, long epoch, Duration patience) {
        long begun = System.nanoTime();
        while (store.head(scope).epoch() == epoch) {
            if (take(scope, epoch)) {
                return true;
            }
            if (System.nanoTime() - begun >= patience.toNanos()
                    || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return false;
    }

    private boolean take(Scope scope, long epoch) {
        StoredLease present = find(scope);
        if (present != null && !isMine(present) && !present.isOver(clock.instant())) {
            return false;
        }
        return change(scope, present == null ? 0 : present.version(), lease(), ExpectedHead.ofEpoch(epoch));
    }

    private void renew(Scope scope) {
        changeMine(scope, lease());
    }

    private void release(Scope scope) {
        changeMine(scope, null);
    }

    /** Changes the lease if this process still holds it. A failure is harmless: the lease expires. */
    private void changeMine(Scope scope, @Nullable Blob bytes) {
        try {
            StoredLease present = find(scope);
            if (present != null && isMine(present)) {
                change(scope, present.version(), bytes, ExpectedHead.ANY);
            }
        } catch (RuntimeException failure) {
            LOG.log(
                    Level.DEBUG,
                    "a lease was not renewed or released; it expires in {0}: {1}",
                    TERM,
                    failure.getClass().getName());
        }
    }

    private boolean change(Scope scope, long version, @Nullable Blob bytes, ExpectedHead head) {
        StateChange change = new StateChange(STATE, version, bytes);
        WriteBatch batch =
                new WriteBatch(scope, operations.next("op_"), List.of(), List.of(), List.of(change), null, head);
        try {
            store.write(batch);
            return true;
        } catch (ConflictException takenByAnother) {
            return false;
        }
    }

    private boolean isMine(StoredLease lease) {
        return lease.holder().equals(holder);
    }

    private Blob lease() {
        return new ByteWriter()
                .octet(PLAIN)
                .text(holder)
                .text(clock.instant().plus(TERM).toString())
                .toBlob();
    }

    private @Nullable StoredLease find(Scope scope) {
        return store.state(scope, STATE).map(ScopeLeases::decode).orElse(null);
    }

    public static StoredLease decode(ScopeState state) {
        return ByteReader.decode(state.bytes(), in -> read(in, state.version()));
    }

    private static StoredLease read(ByteReader in, long version) {
        if (in.octet() != PLAIN) {
            throw ByteReader.damaged("a lease has an unknown form");
        }
        return new StoredLease(in.text(), Instant.parse(in.text()), version);
    }

    /** Ends the renewals. Work that still runs loses its lease at the expiry. */
    @Override
    public void close() {
        renewals.shutdownNow();
    }
}

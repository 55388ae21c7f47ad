package dev.daybook.internal.vectors;

import dev.daybook.error.DaybookException;
import dev.daybook.error.EmbedderException;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.commit.UlidGenerator;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Scope;
import dev.daybook.outcome.BacklogStatus.Backlog;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.spi.Embedder;
import dev.daybook.store.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Computes missing vectors in the background, on one thread, with one write per batch. The backlog follows from the
 * rows of a scope, so no queue is stored and a crash loses nothing. An entry that cannot be embedded is retried later
 * and does not block the others; while the embedder is unavailable, everything waits. Thread-safe.
 */
public final class VectorWriter implements AutoCloseable {

    private static final Logger LOG = System.getLogger("dev.daybook.internal.vectors");

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(1);

    private final Store store;
    private final VectorProgress progress = new VectorProgress();
    private final VectorPass pass;
    private final Thread thread;

    public VectorWriter(Store store, Embedder embedder, Clock clock, ScopeLocks scopeLocks) {
        this.store = store;
        this.pass = new VectorPass(store, embedder, scopeLocks, new UlidGenerator(clock), progress);
        this.thread = new Thread(this::run, "daybook-vectors");
        thread.setDaemon(true);
        thread.start();
    }

    /** Queues a scope after a write. */
    public void wake(Scope scope) {
        progress.wake(scope);
    }

    /** Queues a scope that has changed since its last pass, by a write of another process. */
    public void wakeIfBehind(Scope scope, long revision) {
        if (progress.reached(scope) < revision) {
            progress.wake(scope);
        }
    }

    /**
     * Records a write whose entries came with their vectors, so that no recall waits for them. Queues the scope only if
     * earlier entries may have none, or if its watermark is due.
     *
     * @param after the revision before the write
     * @param upTo the last revision of the write
     */
    public void embedded(Scope scope, long after, long upTo) {
        if (!progress.advance(scope, after, upTo)) {
            progress.wake(scope);
        }
    }

    /**
     * Records a write whose entries came with their vectors and with the watermark of the scope.
     *
     * @param after the revision before the write, which {@link #unmarked} returned
     * @param upTo the last revision of the write, which is the watermark
     */
    public void marked(Scope scope, long after, long upTo) {
        progress.marked(scope, after, upTo);
    }

    /**
     * Returns the revision up to which every entry of a scope has vectors, if a write of entries with vectors may store
     * the first watermark of the scope.
     *
     * @return empty if the scope has a watermark, or needs a pass for an entry that failed
     */
    public OptionalLong unmarked(Scope scope) {
        return progress.unmarked(scope);
    }

    /** Waits until the entries of a revision have vectors; returns false on timeout. */
    public boolean await(Scope scope, long revision, Duration timeout) {
        return progress.awaitDone(scope, revision, timeout);
    }

    /**
     * Waits until the entries of a revision have vectors, or will get none.
     *
     * @return {@code OFF} if the embedder refuses the text, {@code PENDING} on timeout
     */
    public Progress progress(Scope scope, long revision, Duration timeout) {
        if (!progress.awaitEnd(scope, revision, timeout)) {
            return Progress.PENDING;
        }
        return progress.isRefused(scope, revision) ? Progress.OFF : Progress.DONE;
    }

    /**
     * Waits until no more vectors are expected soon up to a revision: they exist, their entries failed, or the embedder
     * is unavailable or hangs. Returns false on timeout.
     */
    public boolean awaitSettled(Scope scope, long revision, Duration timeout) {
        return progress.awaitSettled(scope, revision, timeout);
    }

    /** Returns the backlog. */
    public Backlog backlog() {
        return progress.backlog();
    }

    /**
     * Stops after the current step, for which it waits a while, and writes its vectors. The rest is computed after the
     * next opening. A single text that takes longer finds the store closed, and its vector is lost.
     */
    @Override
    public void close() {
        progress.close();
        try {
            thread.join(CLOSE_TIMEOUT.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        Duration pause = Duration.ZERO;
        Duration next = Duration.ZERO;
        @Nullable Scope failing = null;
        boolean begun = false;
        try {
            while (progress.pause(next)) {
                Scope scope = null;
                try {
                    if (!begun) {
                        wakeAll();
                        begun = true;
                    }
                    scope = progress.next();
                    if (scope == null) {
                        return;
                    }
                    if (run(scope)) {
                        wake(scope);
                    } else {
                        progress.upToDate(scope);
                    }
                    progress.unavailable(false);
                    next = Duration.ZERO;
                    if (scope.equals(failing)) {
                        // Only after this scope succeeds: with one scope that always fails, every other one would reset
                        // the pauses.
                        failing = null;
                        pause = Duration.ZERO;
                    }
                } catch (RuntimeException | Error failure) {
                    // Catches errors too: a dead thread would leave receipts pending for ever.
                    if (progress.isClosed()) {
                        return;
                    }
                    progress.unavailable(true);
                    pause = pause.isZero() ? FIRST_PAUSE : min(pause.multipliedBy(2), MAX_PAUSE);
                    next = pause;
                    failing = scope;
                    log(failure, pause);
                    if (scope != null) {
                        wake(scope);
                    }
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean run(Scope scope) {
        progress.passing(true);
        try {
            return pass.run(scope);
        } finally {
            progress.passing(false);
        }
    }

    /** The embedder logs its own failures. The message of any other failure may contain stored text. */
    private static void log(Throwable failure, Duration pause) {
        if (!(failure instanceof EmbedderException)) {
            LOG.log(
                    Level.WARNING,
                    "embedding failed; retrying in {0}: {1}",
                    pause,
                    failure instanceof DaybookException known
                            ? known.getMessage()
                            : failure.getClass().getName());
        }
    }

    /**
     * An earlier process or another embedder may have left entries without vectors. This process may have written
     * before its thread came to list the scopes.
     */
    private void wakeAll() {
        PagedReads.all(cursor -> store.spaces(cursor, PagedReads.SIZE))
                .flatMap(space -> PagedReads.all(cursor -> store.heads(space, cursor, PagedReads.SIZE)))
                .forEach(head -> wakeIfBehind(head.scope(), head.head().revision()));
    }

    private static Duration min(Duration first, Duration second) {
        return first.compareTo(second) < 0 ? first : second;
    }
}

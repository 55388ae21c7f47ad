package dev.daybook.remember;

import dev.daybook.data.DaybookException;
import dev.daybook.data.EmbedderException;
import dev.daybook.data.Scope;
import dev.daybook.data.Vitals.Backlog;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.Pages;
import dev.daybook.spi.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Puts vectors beside the entries that have none, in the background: one thread, in batches, one write a batch. What is
 * due follows from the rows of a scope, so nothing is handed over and nothing is lost in a crash. An entry that cannot be
 * embedded is set aside and tried again later, and holds nobody up; while the embedder itself is away, everything waits.
 * Thread-safe.
 */
public final class VectorWriter implements AutoCloseable {

    private static final Logger LOG = System.getLogger("dev.daybook.vectors");

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final Store store;
    private final VectorProgress progress = new VectorProgress();
    private final VectorPass pass;
    private final Thread thread;

    public VectorWriter(Store store, Embedder embedder, Clock clock, Turns turns) {
        this.store = store;
        this.pass = new VectorPass(store, embedder, turns, new Ulids(clock), progress);
        this.thread = new Thread(this::run, "daybook-vectors");
        thread.setDaemon(true);
        thread.start();
    }

    /** Says that something was written to a scope. */
    public void wake(Scope scope) {
        progress.wake(scope);
    }

    /** Waits until what was written to a scope at a revision has its vectors; false if the time was over before. */
    public boolean await(Scope scope, long revision, Duration timeout) {
        return progress.awaitDone(scope, revision, timeout);
    }

    /**
     * Waits until no more vectors are to be expected soon of what was written up to a revision: they are there, or set
     * aside, or the embedder is away. False if the time was over before.
     */
    public boolean awaitSettled(Scope scope, long revision, Duration timeout) {
        return progress.awaitSettled(scope, revision, timeout);
    }

    /** What waits for its vectors. */
    public Backlog backlog() {
        return progress.backlog();
    }

    /**
     * Stops after the few texts in hand, for which it waits a while, and writes what is done; what is left is done after
     * the next opening. A single text that takes longer finds the store closed, and its vector is lost.
     */
    @Override
    public void close() {
        progress.close();
        try {
            thread.join(PATIENCE.toMillis());
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
                    if (pass.over(scope)) {
                        wake(scope);
                    } else {
                        progress.upToDate(scope);
                    }
                    progress.away(false);
                    next = Duration.ZERO;
                    if (scope.equals(failing)) {
                        // Only it: with one scope that always fails, each other one would begin the pauses anew.
                        failing = null;
                        pause = Duration.ZERO;
                    }
                } catch (RuntimeException | Error failure) {
                    // An error too: a thread that dies in silence would leave receipts pending for ever.
                    if (progress.isClosed()) {
                        return;
                    }
                    progress.away(true);
                    pause = pause.isZero() ? FIRST_PAUSE : min(pause.multipliedBy(2), LONGEST_PAUSE);
                    next = pause;
                    failing = scope;
                    tell(failure, pause);
                    if (scope != null) {
                        wake(scope);
                    }
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is the embedder's, it has told itself. The message of anything else may hold a text. */
    private static void tell(Throwable failure, Duration pause) {
        if (!(failure instanceof EmbedderException)) {
            LOG.log(
                    Level.WARNING,
                    "embedding failed, trying again in {0}: {1}",
                    pause,
                    failure instanceof DaybookException told
                            ? told.getMessage()
                            : failure.getClass().getName());
        }
    }

    /** Entries may have been left without vectors by an earlier process, or by another embedder. */
    private void wakeAll() {
        Pages.all(cursor -> store.spaces(cursor, Pages.SIZE))
                .flatMap(space -> Pages.all(cursor -> store.heads(space, cursor, Pages.SIZE)))
                .forEach(head -> wake(head.scope()));
    }

    private static Duration min(Duration first, Duration second) {
        return first.compareTo(second) < 0 ? first : second;
    }
}

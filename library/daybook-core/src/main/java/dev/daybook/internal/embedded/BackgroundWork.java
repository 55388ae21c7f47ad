package dev.daybook.internal.embedded;

import dev.daybook.internal.consolidate.BackgroundConsolidation;
import dev.daybook.internal.remember.WrittenEpisodes;
import dev.daybook.internal.vectors.VectorWriter;
import dev.daybook.model.Scope;
import dev.daybook.outcome.BacklogStatus.Backlog;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.store.ScopeHead;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The two threads that work behind the writes, on vectors and on derivations, as far as there are such. Thread-safe. */
final class BackgroundWork implements AutoCloseable {

    private final IsolationMonitor isolation;
    private final @Nullable VectorWriter vectors;
    private final @Nullable BackgroundConsolidation derivations;

    /**
     * @param vectors null: there is no embedder
     * @param derivations null: background work is off
     */
    BackgroundWork(
            IsolationMonitor isolation, @Nullable VectorWriter vectors, @Nullable BackgroundConsolidation derivations) {
        this.isolation = isolation;
        this.vectors = vectors;
        this.derivations = derivations;
    }

    /** Wakes both threads. Call it after every write to a scope. */
    void written(Scope scope) {
        wakeVectors(scope);
        wakeDerivations(scope);
    }

    /** Wakes the threads that have work: episodes that came with their vectors need none. */
    void written(Scope scope, WrittenEpisodes written) {
        if (vectors != null && written.marked()) {
            vectors.marked(scope, written.after(), written.upTo());
        } else if (vectors != null && written.embedded()) {
            vectors.embedded(scope, written.after(), written.upTo());
        } else {
            wakeVectors(scope);
        }
        wakeDerivations(scope);
    }

    /** Wakes both threads: restored versions have no vector yet, and entries that lost a source are derived again. */
    void erased(Scope scope) {
        written(scope);
        written(new Scope.Shared(scope.space()));
    }

    /** Makes derived entries searchable by their vectors. */
    void wakeVectors(Scope scope) {
        if (vectors != null) {
            vectors.wake(scope);
        }
    }

    private void wakeDerivations(Scope scope) {
        isolation.wrote(scope);
        if (derivations != null) {
            derivations.written(scope);
        }
    }

    /** Wakes the threads that have not come as far as a scope. */
    void wakeIfBehind(ScopeHead found) {
        long revision = found.head().revision();
        if (vectors != null) {
            vectors.wakeIfBehind(found.scope(), revision);
        }
        if (derivations != null) {
            derivations.wakeIfBehind(found.scope(), revision);
        }
    }

    /** Tests whether derived entries can be waited for. Rules come when a scope is idle, and a consolidation does not wait. */
    boolean isAwaitable() {
        return derivations != null && derivations.asksModel();
    }

    /** Waits until the entries up to a revision have vectors, at most for a time. */
    Progress awaitVectors(Scope scope, long revision, Duration timeout) {
        return vectors == null ? Progress.PENDING : vectors.progress(scope, revision, timeout);
    }

    /** Waits until the entries up to a revision are derived from, at most for a time. Returns whether they are. */
    boolean awaitDerivations(Scope scope, long revision, Duration timeout) {
        return derivations != null && derivations.await(scope, revision, timeout);
    }

    Backlog vectorBacklog() {
        return vectors == null ? Backlog.NONE : vectors.backlog();
    }

    Backlog derivationBacklog() {
        return derivations == null ? Backlog.NONE : derivations.backlog();
    }

    @Override
    public void close() {
        if (derivations != null) {
            derivations.close();
        }
        if (vectors != null) {
            vectors.close();
        }
    }
}

package dev.daybook.internal.embedded;

import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.Event;
import dev.daybook.query.IsolationPolicy;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Detects a recall of the anonymous scope while named users of its space have episodes or facts.
 *
 * <p>A witness is a named scope known to have such entries; checking its head is cheap. Without a witness all scopes of
 * the space are checked once, and again only after a named user has written; if other processes write to the store, they
 * are checked each time. Thread-safe.
 */
final class IsolationMonitor {

    private static final Logger LOG = System.getLogger(IsolationMonitor.class.getName());

    private final Store store;
    private final boolean isShared;
    private final IsolationPolicy isolation;
    private final EventPublisher eventPublisher;
    private final Map<Space, Witness> witnesses = new ConcurrentHashMap<>();
    private final Set<Space> logged = ConcurrentHashMap.newKeySet();

    IsolationMonitor(Store store, IsolationPolicy isolation, EventPublisher eventPublisher) {
        this.store = store;
        this.isShared = store.guarantees().isShared();
        this.isolation = isolation;
        this.eventPublisher = eventPublisher;
    }

    /** Returns whether a user has episodes or facts; a scope with blocks only does not count. */
    private static boolean isKnownBy(Map<Kind, Long> counts) {
        return counts.containsKey(Kind.EPISODE) || counts.containsKey(Kind.FACT);
    }

    /** Records a write of episodes or facts to a scope. */
    void wrote(Scope scope) {
        if (scope.ofUser() != null) {
            witnesses.computeIfPresent(scope.space(), (space, witness) -> {
                witness.wrote(scope);
                return witness;
            });
        }
    }

    /**
     * Checks a recall of entries of a kind from a scope, before it begins.
     *
     * @throws IllegalArgumentException if the isolation policy refuses it
     */
    void recalls(Scope scope, Kind kind) {
        if (isolation == IsolationPolicy.IGNORE || !(scope instanceof Scope.Anonymous)) {
            return;
        }
        if (!witnesses.computeIfAbsent(scope.space(), Witness::new).exists()) {
            return;
        }
        eventPublisher.tell(new Event.AnonymousRecall(scope, kind));
        String what = "the anonymous scope of the space '" + scope.space().id()
                + "' was recalled, but named users of the space"
                + " have entries, which it does not show; recall from the memory of a user";
        if (isolation == IsolationPolicy.REFUSE) {
            throw new IllegalArgumentException(
                    "user is missing: " + what + ", or open the daybook with another isolation");
        }
        if (logged.add(scope.space())) {
            LOG.log(Level.WARNING, what + ", or open the daybook with isolation(IsolationPolicy.IGNORE)");
        }
    }

    /** A named scope of a space with episodes or facts, if there is one. */
    private final class Witness {

        private final Space space;
        private final AtomicLong writes = new AtomicLong();
        private volatile @Nullable Scope last;
        private volatile long emptyAfterWrites = -1;

        Witness(Space space) {
            this.space = space;
        }

        void wrote(Scope scope) {
            last = scope;
            writes.incrementAndGet();
        }

        boolean exists() {
            Scope known = last;
            if (known != null && isKnownBy(store.head(known).counts())) {
                return true;
            }
            // Read before the check, so that a write during the check causes another one.
            long before = writes.get();
            if (emptyAfterWrites == before && !isShared) {
                return false;
            }
            Optional<Scope> found = look();
            if (found.isPresent()) {
                last = found.get();
            } else {
                emptyAfterWrites = before;
            }
            return found.isPresent();
        }

        private Optional<Scope> look() {
            return PagedReads.all(cursor -> store.heads(space, cursor, PagedReads.SIZE))
                    .filter(head -> head.scope().ofUser() != null)
                    .filter(head -> isKnownBy(head.head().counts()))
                    .map(ScopeHead::scope)
                    .findFirst();
        }
    }
}

package dev.daybook;

import dev.daybook.data.Event;
import dev.daybook.data.IsolationPolicy;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.store.PagedReads;
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
 * Notices when the anonymous scope is recalled from while named users of its space hold something.
 *
 * <p>Whether they do is known by a witness: a named scope that was seen to hold an entry. To look at its head costs
 * little. Only without a witness all scopes of the space are looked through, and if there is none, not again until a
 * named user has written in this process. What another process writes counts only if it was there at that look.
 * Thread-safe.
 */
final class IsolationMonitor {

    private static final Logger LOG = System.getLogger(IsolationMonitor.class.getName());

    private final Store store;
    private final IsolationPolicy isolation;
    private final EventPublisher eventPublisher;
    private final Map<Space, Witness> witnesses = new ConcurrentHashMap<>();
    private final Set<Space> logged = ConcurrentHashMap.newKeySet();

    IsolationMonitor(Store store, IsolationPolicy isolation, EventPublisher eventPublisher) {
        this.store = store;
        this.isolation = isolation;
        this.eventPublisher = eventPublisher;
    }

    /** What a user is known by: one who has only blocks has said nothing yet. */
    private static boolean isKnownBy(Map<Kind, Long> counts) {
        return counts.containsKey(Kind.EPISODE) || counts.containsKey(Kind.FACT);
    }

    /** To be called when episodes or facts were written to a scope. */
    void wrote(Scope scope) {
        if (scope instanceof Scope.User) {
            witnesses.computeIfPresent(scope.space(), (space, witness) -> {
                witness.wrote(scope);
                return witness;
            });
        }
    }

    /**
     * To be called before entries of a kind are recalled from a scope.
     *
     * @throws IllegalArgumentException if it is to be refused
     */
    void recalls(Scope scope, Kind kind) {
        if (isolation == IsolationPolicy.IGNORE || !(scope instanceof Scope.Anonymous)) {
            return;
        }
        if (!witnesses.computeIfAbsent(scope.space(), Witness::new).exists()) {
            return;
        }
        eventPublisher.tell(new Event.AnonymousRecall(scope, kind));
        String what =
                "the anonymous scope of the space '" + scope.space().id() + "' was recalled from while named users"
                        + " hold something there, which it does not see; recall from the memory of a user";
        if (isolation == IsolationPolicy.REFUSE) {
            throw new IllegalArgumentException(
                    "user is missing: " + what + ", or open the daybook with another isolation");
        }
        if (logged.add(scope.space())) {
            LOG.log(Level.WARNING, what + ", or open the daybook with isolation(Isolation.IGNORE)");
        }
    }

    /** A named scope of a space that holds something, if there is one. */
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
            // Read before the look: what is written during it makes the next call look again.
            long before = writes.get();
            if (emptyAfterWrites == before) {
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
                    .filter(head -> head.scope() instanceof Scope.User)
                    .filter(head -> isKnownBy(head.head().counts()))
                    .map(ScopeHead::scope)
                    .findFirst();
        }
    }
}

package dev.daybook;

import dev.daybook.data.Event;
import dev.daybook.data.Isolation;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.spi.Page;
import dev.daybook.spi.ScopeHead;
import dev.daybook.spi.Store;
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
final class IsolationWatch {

    private static final Logger LOG = System.getLogger(IsolationWatch.class.getName());

    private final Store store;
    private final Isolation isolation;
    private final Events events;
    private final Map<Watched, Witness> witnesses = new ConcurrentHashMap<>();
    private final Set<Space> logged = ConcurrentHashMap.newKeySet();

    IsolationWatch(Store store, Isolation isolation, Events events) {
        this.store = store;
        this.isolation = isolation;
        this.events = events;
    }

    private record Watched(Space space, Kind kind) {}

    /** To be called when entries of a kind were written to a scope. */
    void wrote(Scope scope, Kind kind) {
        if (scope instanceof Scope.User) {
            witnesses.computeIfPresent(new Watched(scope.space(), kind), (watched, witness) -> {
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
        if (isolation == Isolation.IGNORE || !(scope instanceof Scope.Anonymous)) {
            return;
        }
        Watched watched = new Watched(scope.space(), kind);
        if (!witnesses.computeIfAbsent(watched, Witness::new).exists()) {
            return;
        }
        events.tell(new Event.AnonymousRecall(scope, kind));
        String what =
                "the anonymous scope of the space '" + scope.space().id() + "' was recalled from while named users"
                        + " hold " + kind.label() + "s there, which it does not see; recall from the memory of a user";
        if (isolation == Isolation.REFUSE) {
            throw new IllegalArgumentException(
                    "user is missing: " + what + ", or open the daybook with another isolation");
        }
        if (logged.add(scope.space())) {
            LOG.log(Level.WARNING, what + ", or open the daybook with isolation(Isolation.IGNORE)");
        }
    }

    /** A named scope of a space that holds an entry of a kind, if there is one. */
    private final class Witness {

        private final Watched watched;
        private final AtomicLong writes = new AtomicLong();
        private volatile @Nullable Scope last;
        private volatile long emptyAfterWrites = -1;

        Witness(Watched watched) {
            this.watched = watched;
        }

        void wrote(Scope scope) {
            last = scope;
            writes.incrementAndGet();
        }

        boolean exists() {
            Scope known = last;
            if (known != null && store.head(known).counts().containsKey(watched.kind())) {
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
            String cursor = null;
            do {
                Page<ScopeHead> page = store.heads(watched.space(), cursor, Pages.SIZE);
                Optional<Scope> found = page.items().stream()
                        .filter(head -> head.scope() instanceof Scope.User)
                        .filter(head -> head.head().counts().containsKey(watched.kind()))
                        .map(ScopeHead::scope)
                        .findFirst();
                if (found.isPresent()) {
                    return found;
                }
                cursor = page.cursor();
            } while (cursor != null);
            return Optional.empty();
        }
    }
}

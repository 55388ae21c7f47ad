package dev.daybook.remember;

import dev.daybook.data.Scope;
import dev.daybook.data.Session;
import dev.daybook.remember.SessionStates.Known;
import dev.daybook.spi.Batch;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/** Creates and names sessions. Thread-safe. */
public final class SessionNamer {

    private final Store store;
    private final Clock clock;
    private final Turns turns;
    private final AuditTrail audit;
    private final Ulids operations;

    public SessionNamer(Store store, Clock clock, Turns turns, AuditTrail audit) {
        this.store = store;
        this.clock = clock;
        this.turns = turns;
        this.audit = audit;
        this.operations = new Ulids(clock);
    }

    /**
     * Creates a session if it is unknown, and sets the given properties.
     *
     * @throws IllegalArgumentException if the id or the name is not valid
     */
    public void ensure(
            Scope scope,
            String session,
            Optional<String> name,
            Optional<Boolean> isPrivate,
            Optional<OffsetDateTime> created) {
        OffsetDateTime now = OffsetDateTime.now(clock);
        new Session(session, name.orElse(null), now, now, 0);
        turns.take(
                scope, () -> audit.untilNoConflict(scope, () -> ensureOnce(scope, session, name, isPrivate, created)));
    }

    private boolean ensureOnce(
            Scope scope,
            String session,
            Optional<String> name,
            Optional<Boolean> isPrivate,
            Optional<OffsetDateTime> created) {
        Optional<Known> known = SessionStates.find(store, scope, session);
        boolean same = known.isPresent()
                && (name.isEmpty() || name.get().equals(known.get().name()))
                && (isPrivate.isEmpty() || isPrivate.get() == known.get().isPrivate())
                && (created.isEmpty() || created.get().equals(known.get().created()));
        if (!same) {
            write(scope, session, known, name, isPrivate, created);
        }
        return same;
    }

    private void write(
            Scope scope,
            String session,
            Optional<Known> known,
            Optional<String> name,
            Optional<Boolean> isPrivate,
            Optional<OffsetDateTime> created) {
        OffsetDateTime now = OffsetDateTime.now(clock);
        String operation = operations.next("op_");
        StateChange change = new StateChange(
                SessionStates.name(session),
                known.map(Known::version).orElse(0L),
                SessionStates.encode(
                        created.or(() -> known.map(Known::created)).orElse(now),
                        name.orElseGet(() -> known.map(Known::name).orElse(null)),
                        isPrivate.orElseGet(() -> known.map(Known::isPrivate).orElse(false))));
        AuditTrail.Entry entry = audit.record(scope, operation, "session", now.toInstant(), List.of(session));
        List<StateChange> states =
                entry.newKey().map(key -> List.of(change, key)).orElse(List.of(change));
        store.write(new Batch(scope, operation, List.of(), List.of(), states, entry.audit()));
    }
}

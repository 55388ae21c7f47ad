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
import org.jspecify.annotations.Nullable;

/** Makes and names sessions. Thread-safe. */
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
     * Makes sure that a session is known, under a name, as private or not, and as made at a time; null leaves each as it is.
     *
     * @throws IllegalArgumentException if the id or the name cannot be one
     */
    public void ensure(
            Scope scope,
            String session,
            @Nullable String name,
            @Nullable Boolean isPrivate,
            @Nullable OffsetDateTime created) {
        OffsetDateTime now = OffsetDateTime.now(clock);
        new Session(session, name, now, now, 0);
        turns.take(
                scope, () -> audit.untilNoConflict(scope, () -> ensureOnce(scope, session, name, isPrivate, created)));
    }

    private boolean ensureOnce(
            Scope scope,
            String session,
            @Nullable String name,
            @Nullable Boolean isPrivate,
            @Nullable OffsetDateTime created) {
        Known known = SessionStates.find(store, scope, session).orElse(null);
        boolean same = known != null
                && (name == null || name.equals(known.name()))
                && (isPrivate == null || isPrivate == known.isPrivate())
                && (created == null || created.equals(known.created()));
        if (!same) {
            OffsetDateTime now = OffsetDateTime.now(clock);
            Known before = known == null ? new Known(now, null, false, 0) : known;
            write(
                    scope,
                    session,
                    new Known(
                            created == null ? before.created() : created,
                            name == null ? before.name() : name,
                            isPrivate == null ? before.isPrivate() : isPrivate,
                            before.version()),
                    now);
        }
        return same;
    }

    private void write(Scope scope, String session, Known wanted, OffsetDateTime now) {
        String operation = operations.next("op_");
        StateChange change = new StateChange(
                SessionStates.name(session),
                wanted.version(),
                SessionStates.encode(wanted.created(), wanted.name(), wanted.isPrivate()));
        AuditTrail.Entry entry = audit.record(scope, operation, "session", now.toInstant(), List.of(session));
        List<StateChange> states =
                entry.newKey().map(key -> List.of(change, key)).orElse(List.of(change));
        store.write(new Batch(scope, operation, List.of(), List.of(), states, entry.audit()));
    }
}

package dev.daybook.remember;

import dev.daybook.data.NewSession;
import dev.daybook.data.Scope;
import dev.daybook.ledger.AuditTrail;
import dev.daybook.ledger.AuditedCommit;
import dev.daybook.ledger.AuditedCommit.AuditedAction;
import dev.daybook.ledger.ScopeLocks;
import dev.daybook.ledger.SessionStates;
import dev.daybook.ledger.SessionStates.SessionProperties;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates and changes the states of sessions. Thread-safe. */
public final class SessionWriter {

    private final Store store;
    private final Clock clock;
    private final AuditedCommit commit;

    public SessionWriter(Store store, Clock clock, ScopeLocks scopeLocks, AuditTrail audit) {
        this.store = store;
        this.clock = clock;
        this.commit = new AuditedCommit(store, clock, scopeLocks, audit);
    }

    /** Creates a session or changes it; writes nothing if it is already as given. */
    public void put(Scope scope, NewSession session) {
        commit.changeLocked(scope, () -> putOnce(scope, session));
    }

    private boolean putOnce(Scope scope, NewSession session) {
        SessionProperties known = SessionStates.find(store, scope, session.id()).orElse(null);
        SessionProperties changed = known == null
                ? with(session, new SessionProperties(OffsetDateTime.now(clock), null, false, null, 0))
                : with(session, known);
        boolean same = changed.equals(known);
        if (!same) {
            write(scope, session.id(), changed);
        }
        return same;
    }

    private static SessionProperties with(NewSession session, SessionProperties known) {
        String name = session.name();
        Boolean isPrivate = session.isPrivate();
        OffsetDateTime created = session.created();
        return new SessionProperties(
                created == null ? known.created() : created,
                name == null ? known.name() : name,
                isPrivate == null ? known.isPrivate() : isPrivate,
                retention(session, known),
                known.version());
    }

    private static @Nullable Integer retention(NewSession session, SessionProperties known) {
        Integer days = session.retentionDays();
        if (days == null) {
            return known.retentionDays();
        }
        return days == 0 ? null : days;
    }

    private void write(Scope scope, String session, SessionProperties changed) {
        StateChange change =
                new StateChange(SessionStates.name(session), changed.version(), SessionStates.encode(changed));
        commit.commit(
                scope,
                new AuditedAction(commit.nextOperation(), "session", clock.instant(), List.of(session)),
                List.of(),
                List.of(change));
    }
}

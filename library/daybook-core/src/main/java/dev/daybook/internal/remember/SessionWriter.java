package dev.daybook.internal.remember;

import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.commit.AuditedCommit;
import dev.daybook.internal.commit.AuditedCommit.AuditedAction;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.ledger.SessionStates;
import dev.daybook.internal.ledger.SessionStates.SessionProperties;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.query.SessionOptions;
import dev.daybook.store.EntryScan;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
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
    public void put(Scope scope, String session, SessionOptions options, AccessRules rules) {
        commit.changeLocked(scope, () -> putOnce(scope, session, options, rules));
    }

    private boolean putOnce(Scope scope, String session, SessionOptions options, AccessRules rules) {
        SessionProperties known = SessionStates.find(store, scope, session).orElse(null);
        SessionProperties changed = known == null
                ? with(options, new SessionProperties(now(), null, false, null, 0))
                : with(options, known);
        boolean same = changed.equals(known);
        if (!same) {
            check(scope, session, changed, known, rules);
            write(scope, session, changed);
        }
        return same;
    }

    /** A retention period erases, also what is written later; the name, the privacy and the time are those of the episodes. */
    private void check(
            Scope scope, String id, SessionProperties changed, @Nullable SessionProperties known, AccessRules rules) {
        if (!Objects.equals(changed.retentionDays(), known == null ? null : known.retentionDays())) {
            rules.require(ProtectedOperation.SET_RETENTION);
        }
        if (rules.isBounded()) {
            EntryScan episodes = EntryScan.of(Kind.EPISODE).inSession(id);
            rules.requireTrust(
                    ProtectedOperation.CHANGE_SESSION,
                    PagedReads.all(cursor -> store.scan(scope, episodes.after(cursor)))
                            .map(EntryCodec::decode));
        }
    }

    /** Returns the time in the precision of a stated one, so that an import of an export has it again. */
    private OffsetDateTime now() {
        return OffsetDateTime.now(clock).truncatedTo(ChronoUnit.MICROS);
    }

    private static SessionProperties with(SessionOptions options, SessionProperties known) {
        String name = options.name();
        Boolean isPrivate = options.isPrivate();
        OffsetDateTime created = options.created();
        return new SessionProperties(
                created == null ? known.created() : created,
                name == null ? known.name() : name,
                isPrivate == null ? known.isPrivate() : isPrivate,
                retention(options, known),
                known.version());
    }

    private static @Nullable Integer retention(SessionOptions options, SessionProperties known) {
        Integer days = options.retentionDays();
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

package dev.daybook;

import static dev.daybook.checks.NullChecks.present;

import dev.daybook.data.NewSession;
import dev.daybook.data.ProtectedOperation;
import dev.daybook.data.Session;
import dev.daybook.data.Turn;
import java.util.List;
import java.util.Optional;

/** The sessions of one scope of a daybook in this process. */
final class EmbeddedSessions implements Sessions {

    private final ScopeAccess access;
    private final SessionList sessions;

    EmbeddedSessions(ScopeAccess access) {
        this.access = access;
        this.sessions = new SessionList(access.wiring(), access.scope());
    }

    @Override
    public List<Session> list() {
        return sessions.all();
    }

    @Override
    public Optional<Session> find(String session) {
        return sessions.find(present("session", session));
    }

    @Override
    public Session put(NewSession session) {
        String name = present("session", session).name();
        NewSession screened =
                name == null ? session : session.name(access.policy().screened("the name of a session", name));
        access.policy().name("the id of a session", session.id());
        access.require(ProtectedOperation.CHANGE_SESSION);
        access.wiring().writes().sessions().put(access.scope(), screened, access.rules());
        return sessions.find(session.id())
                .orElseThrow(() -> new IllegalStateException("session '" + session.id()
                        + "' was forgotten by another thread during the call; call again to create it"));
    }

    @Override
    public Session name(String session, String name) {
        return put(NewSession.of(present("session", session)).name(present("name", name)));
    }

    @Override
    public Session setPrivate(String session, boolean isPrivate) {
        return put(NewSession.of(present("session", session)).isPrivate(isPrivate));
    }

    @Override
    public Session setRetention(String session, int days) {
        return put(NewSession.of(present("session", session)).retentionDays(days));
    }

    @Override
    public List<Turn> history(String session, int limit) {
        present("session", session);
        return limit <= 0 ? List.of() : access.wiring().reads().sessions().turns(access.scope(), session, limit);
    }
}

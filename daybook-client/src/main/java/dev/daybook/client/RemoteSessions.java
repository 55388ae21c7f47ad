package dev.daybook.client;

import static dev.daybook.checks.NullChecks.present;

import dev.daybook.Sessions;
import dev.daybook.data.NewSession;
import dev.daybook.data.Session;
import dev.daybook.data.Turn;
import java.util.List;
import java.util.Optional;

/** The sessions of one scope of a server. */
final class RemoteSessions implements Sessions {

    private final ScopeConnection scope;

    RemoteSessions(ScopeConnection scope) {
        this.scope = scope;
    }

    @Override
    public List<Session> list() {
        return scope.server().send(ServerRequest.get(scope.path("sessions"))).list("sessions").stream()
                .map(AnswerReader::session)
                .toList();
    }

    @Override
    public Optional<Session> find(String session) {
        present("session", session);
        return list().stream().filter(each -> each.id().equals(session)).findFirst();
    }

    @Override
    public Session put(NewSession session) {
        ServerRequest request = ServerRequest.put(
                scope.path("sessions", present("session", session).id()), RequestBodies.session(session));
        return AnswerReader.session(scope.server().send(request.asRepeatable()));
    }

    @Override
    public Session name(String session, String name) {
        return put(NewSession.of(session).name(present("name", name)));
    }

    @Override
    public Session setPrivate(String session, boolean isPrivate) {
        return put(NewSession.of(session).isPrivate(isPrivate));
    }

    @Override
    public Session setRetention(String session, int days) {
        return put(NewSession.of(session).retentionDays(days));
    }

    @Override
    public List<Turn> history(String session, int limit) {
        return scope
                .server()
                .send(ServerRequest.get(scope.path("sessions", present("session", session)) + "/messages")
                        .with("limit", limit))
                .list("messages")
                .stream()
                .map(AnswerReader::turn)
                .toList();
    }
}

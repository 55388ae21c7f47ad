package dev.daybook;

import dev.daybook.data.Profile;
import dev.daybook.data.Scope;
import dev.daybook.data.Session;
import dev.daybook.ledger.SessionStates;
import dev.daybook.recall.ScopeOverview;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sessions of one scope, joined from the scope index (their episodes) and the states (name, creation, privacy). */
final class SessionList {

    private final DaybookWiring wiring;
    private final Scope scope;

    SessionList(DaybookWiring wiring, Scope scope) {
        this.wiring = wiring;
        this.scope = scope;
    }

    /** Returns all sessions, latest activity first. */
    List<Session> all() {
        return wiring.reads().recaller().overview(scope, this::all);
    }

    /** Returns all sessions from an overview that is open already, for a {@link Profile}. */
    List<Session> all(ScopeOverview overview) {
        Map<String, ScopeOverview.Conversation> indexed = overview.conversations();
        Map<String, SessionStates.SessionProperties> known = SessionStates.all(wiring.visible(), scope);
        List<Session> sessions = new ArrayList<>();
        indexed.forEach((id, indexedSession) -> sessions.add(session(id, known.get(id), indexedSession)));
        known.forEach((id, state) -> {
            if (!indexed.containsKey(id)) {
                sessions.add(withoutEpisodes(id, state));
            }
        });
        sessions.sort(
                Comparator.comparing((Session session) -> session.lastActivity().toInstant())
                        .reversed()
                        .thenComparing(Session::id));
        return sessions;
    }

    Optional<Session> find(String id) {
        Optional<SessionStates.SessionProperties> known = SessionStates.find(wiring.visible(), scope, id);
        return wiring.reads()
                .recaller()
                .overview(scope, overview -> overview.conversation(id))
                .map(indexedSession -> session(id, known.orElse(null), indexedSession))
                .or(() -> known.map(state -> withoutEpisodes(id, state)));
    }

    private Session session(
            String id, SessionStates.@Nullable SessionProperties known, ScopeOverview.Conversation indexedSession) {
        return new Session(
                id,
                known == null ? null : known.name(),
                known == null ? local(indexedSession.first()) : known.created(),
                local(indexedSession.last()),
                indexedSession.episodes(),
                known != null && known.isPrivate());
    }

    private static Session withoutEpisodes(String id, SessionStates.SessionProperties state) {
        return new Session(id, state.name(), state.created(), state.created(), 0, state.isPrivate());
    }

    /** Converts a time of an index row, which has no offset, to the time zone of the clock. */
    private OffsetDateTime local(Instant instant) {
        return instant.atZone(wiring.clock().getZone()).toOffsetDateTime();
    }
}

package dev.daybook.internal.embedded;

import dev.daybook.internal.index.SessionActivity;
import dev.daybook.internal.ledger.SessionStates;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionInfo;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sessions of one scope, joined from the scope index (their episodes) and the states (name, creation, privacy, retention). */
final class SessionList {

    private final DaybookWiring wiring;
    private final Scope scope;

    SessionList(DaybookWiring wiring, Scope scope) {
        this.wiring = wiring;
        this.scope = scope;
    }

    /** Returns all sessions, latest activity first. */
    List<SessionInfo> all() {
        Map<String, SessionActivity> active = wiring.reads().search().sessions(scope);
        Map<String, SessionStates.SessionProperties> known = SessionStates.all(wiring.visible(), scope);
        List<SessionInfo> sessions = new ArrayList<>();
        active.forEach((id, activity) -> sessions.add(session(id, known.get(id), activity)));
        known.forEach((id, state) -> {
            if (!active.containsKey(id)) {
                sessions.add(withoutEpisodes(id, state));
            }
        });
        sessions.sort(Comparator.comparing(
                        (SessionInfo session) -> session.lastActivity().toInstant())
                .reversed()
                .thenComparing(SessionInfo::id));
        return sessions;
    }

    Optional<SessionInfo> find(String id) {
        Optional<SessionStates.SessionProperties> known = SessionStates.find(wiring.visible(), scope, id);
        return wiring.reads()
                .search()
                .session(scope, id)
                .map(activity -> session(id, known.orElse(null), activity))
                .or(() -> known.map(state -> withoutEpisodes(id, state)));
    }

    private SessionInfo session(String id, SessionStates.@Nullable SessionProperties known, SessionActivity activity) {
        return new SessionInfo(
                id,
                known == null ? null : known.name(),
                known == null ? local(activity.first()) : known.created(),
                local(activity.last()),
                activity.episodes(),
                known != null && known.isPrivate(),
                known == null ? null : known.retentionDays());
    }

    private static SessionInfo withoutEpisodes(String id, SessionStates.SessionProperties state) {
        return new SessionInfo(
                id, state.name(), state.created(), state.created(), 0, state.isPrivate(), state.retentionDays());
    }

    /** Converts a time of an index row, which has no offset, to the time zone of the clock. */
    private OffsetDateTime local(Instant instant) {
        return instant.atZone(wiring.clock().getZone()).toOffsetDateTime();
    }
}

package dev.daybook.internal.embedded;

import dev.daybook.internal.index.SessionActivity;
import dev.daybook.internal.ledger.SessionStates;
import dev.daybook.internal.recall.SessionIndex;
import dev.daybook.internal.remember.SessionWriter;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.model.Scope;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.SessionOptions;
import dev.daybook.store.Store;
import java.time.Clock;
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

    private final Scope scope;
    private final SessionIndex sessionIndex;
    private final Store store;
    private final SessionWriter writer;
    private final Clock clock;

    SessionList(Scope scope, SessionIndex sessionIndex, Store store, SessionWriter writer, Clock clock) {
        this.scope = scope;
        this.sessionIndex = sessionIndex;
        this.store = store;
        this.writer = writer;
        this.clock = clock;
    }

    /** Returns all sessions, latest activity first. */
    List<SessionInfo> all() {
        Map<String, SessionActivity> active = sessionIndex.activity(scope);
        Map<String, SessionStates.SessionProperties> known = SessionStates.all(store, scope);
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
        Optional<SessionStates.SessionProperties> known = SessionStates.find(store, scope, id);
        return sessionIndex
                .activity(scope, id)
                .map(activity -> session(id, known.orElse(null), activity))
                .or(() -> known.map(state -> withoutEpisodes(id, state)));
    }

    SessionInfo change(String id, SessionOptions options, AccessRules rules) {
        writer.put(scope, id, options, rules);
        return find(id).orElseThrow(() -> new IllegalStateException(
                "session '" + id + "' was forgotten by another thread during the call; call again to create it"));
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
        return instant.atZone(clock.getZone()).toOffsetDateTime();
    }
}

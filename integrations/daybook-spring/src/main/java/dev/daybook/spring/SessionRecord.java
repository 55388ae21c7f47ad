package dev.daybook.spring;

import dev.daybook.Memory;
import dev.daybook.internal.window.JoinedId;
import dev.daybook.model.Episode;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.session.Session;

/**
 * The metadata of a session, as an episode of the log without messages and with a fixed id.
 *
 * @param session null: the session was deleted
 * @param start the position after which the events of the session count: the log keeps those of a deleted session
 */
record SessionRecord(@Nullable Session session, long start) {

    private static final String RECORD = "spring.session";
    private static final String CLEARED = "spring.session.cleared";
    private static final String PREFIX = "spring-session/";

    static Optional<SessionRecord> read(String sessionId, ConversationAddress address) {
        return address.memory().find(Episode.class, id(address)).map(episode -> {
            Map<String, Object> fields =
                    PlainMetadata.read(String.valueOf(episode.metadata().get(RECORD)));
            long start = ((Number) Objects.requireNonNull(fields.get("start"))).longValue();
            return new SessionRecord(fields.containsKey("user") ? session(sessionId, fields) : null, start);
        });
    }

    /** Returns a new position of the log, of an episode that says nothing. */
    static long nextStart(ConversationAddress address) {
        return address.memory()
                .remember(EventEpisode.silent(address.session(), CLEARED, Map.of()))
                .position();
    }

    /** Writes the record; an equal one is not written again. */
    void write(ConversationAddress address) {
        TreeMap<String, @Nullable Object> fields = new TreeMap<>();
        fields.put("start", start);
        if (session != null) {
            refuseOtherUser(address.memory(), session);
            Instant expires = session.expiresAt();
            fields.put("user", session.userId());
            fields.put("created", session.createdAt().toString());
            fields.put("expires", expires == null ? null : expires.toString());
            fields.put("metadata", PlainMetadata.of("save: session '" + session.id() + "'", session.metadata()));
        }
        NewEpisode episode = NewEpisode.of(List.of())
                .id(id(address))
                .session(address.session())
                .metadata(Map.of(RECORD, PlainMetadata.write(fields)));
        address.memory().remember(episode);
    }

    @SuppressWarnings("NullAway") // Its builder takes null for a session without an end, and does not declare it.
    private static Session session(String sessionId, Map<String, Object> fields) {
        Object expires = fields.get("expires");
        @SuppressWarnings("unchecked") // Written by write().
        Map<String, Object> metadata = (Map<String, Object>) Objects.requireNonNull(fields.get("metadata"));
        Session.Builder builder = Session.builder()
                .id(sessionId)
                .userId(String.valueOf(fields.get("user")))
                .createdAt(Instant.parse(String.valueOf(fields.get("created"))))
                .metadata(metadata);
        // Always set, because the builder's default is a time in 60 days.
        return builder.expiresAt(expires == null ? null : Instant.parse(String.valueOf(expires)))
                .build();
    }

    private static void refuseOtherUser(Memory memory, Session session) {
        String owner = user(memory).orElse(session.userId());
        if (!owner.equals(session.userId())) {
            throw new IllegalArgumentException("save: session '" + session.id() + "' is of the user '" + owner
                    + "', but its userId is '" + session.userId() + "'; set both to the user who is signed in, with"
                    + " SessionMemoryAdvisor by a.param(SessionMemoryAdvisor.USER_ID_CONTEXT_KEY, user)");
        }
    }

    /** Returns the user of a memory; an agent, the anonymous and the shared scope have none. */
    static Optional<String> user(Memory memory) {
        return memory.scope() instanceof Scope.User user ? Optional.of(user.id()) : Optional.empty();
    }

    private static String id(ConversationAddress address) {
        return JoinedId.of(PREFIX, URLEncoder.encode(address.session(), StandardCharsets.UTF_8));
    }
}

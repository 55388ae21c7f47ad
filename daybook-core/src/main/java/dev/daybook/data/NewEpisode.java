package dev.daybook.data;

import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An episode to be remembered. Only the messages are needed; what is null is filled in by the library, and is not
 * compared when the same id is written again.
 *
 * @param id null: a new one is made, {@code ep_} and a ULID
 * @param session null: it belongs to no conversation
 * @param occurredAt null: now
 * @param toolCalls the tool calls that no message contains; calls of a message stand in {@link Message#toolCalls}
 * @param origin null: the role of the first message, else the user
 * @param trust null: that of the origin
 * @param embedding null: the embedder's; else of the embedder's width
 */
public record NewEpisode(
        @Nullable String id,
        @Nullable String session,
        @Nullable OffsetDateTime occurredAt,
        List<Message> messages,
        List<ToolCall> toolCalls,
        Map<String, Object> metadata,
        @Nullable Origin origin,
        @Nullable Trust trust,
        @Nullable Embedding embedding) {

    /**
     * What the names of metadata begin with that the library keeps for itself. Such an episode may be imported as it was
     * exported, and not be written by a caller.
     */
    public static final String RESERVED = "daybook.";

    /**
     * @throws IllegalArgumentException if an id is blank, an id, a role or a speaker's name has a control character, metadata
     *     has an unusable value, or anything is larger than {@link Bounds} allows
     */
    public NewEpisode {
        Require.optionalId("id", id);
        Require.optionalId("session", session);
        occurredAt = Require.optionalTime("occurredAt", occurredAt);
        messages = Require.list("messages", messages);
        toolCalls = Require.list("toolCalls", toolCalls);
        metadata = Require.metadata(metadata);
        Bounds.episode(messages, toolCalls, metadata, origin);
    }

    public static NewEpisode of(Message... messages) {
        return of(Arrays.asList(messages));
    }

    public static NewEpisode of(List<Message> messages) {
        return new NewEpisode(null, null, null, messages, List.of(), Map.of(), null, null, null);
    }

    public NewEpisode withId(@Nullable String id) {
        return new NewEpisode(id, session, occurredAt, messages, toolCalls, metadata, origin, trust, embedding);
    }

    public NewEpisode inSession(@Nullable String session) {
        return new NewEpisode(id, session, occurredAt, messages, toolCalls, metadata, origin, trust, embedding);
    }

    public NewEpisode at(@Nullable OffsetDateTime occurredAt) {
        return new NewEpisode(id, session, occurredAt, messages, toolCalls, metadata, origin, trust, embedding);
    }

    public NewEpisode withToolCalls(List<ToolCall> toolCalls) {
        return new NewEpisode(id, session, occurredAt, messages, toolCalls, metadata, origin, trust, embedding);
    }

    public NewEpisode withMetadata(Map<String, ?> metadata) {
        return new NewEpisode(
                id, session, occurredAt, messages, toolCalls, Metadata.copy(metadata), origin, trust, embedding);
    }

    public NewEpisode withOrigin(@Nullable Origin origin) {
        return new NewEpisode(id, session, occurredAt, messages, toolCalls, metadata, origin, trust, embedding);
    }

    public NewEpisode withTrust(@Nullable Trust trust) {
        return new NewEpisode(id, session, occurredAt, messages, toolCalls, metadata, origin, trust, embedding);
    }

    public NewEpisode withEmbedding(@Nullable Embedding embedding) {
        return new NewEpisode(id, session, occurredAt, messages, toolCalls, metadata, origin, trust, embedding);
    }
}

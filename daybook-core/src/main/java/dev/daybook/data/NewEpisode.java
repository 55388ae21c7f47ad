package dev.daybook.data;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An episode to remember. {@link #of(List)} makes one; each further method returns a copy with one component changed.
 * Only the messages are required: the library fills a component that is null, and does not compare it when the same id
 * is written again. Do not call the constructor: a new component adds a parameter to it.
 *
 * @param id null: a new one, {@code ep_} and a ULID
 * @param session null: no session
 * @param occurredAt null: now
 * @param toolCalls the tool calls that no message contains; calls of a message are in {@link Message#toolCalls}
 * @param origin null: the role of the first message, else the user
 * @param trust null: the trust of the origin
 * @param embedding null: computed by the embedder; otherwise of the embedder's width
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
     * The prefix of the metadata names reserved for the library. An import may bring such an episode as it was
     * exported; other writes are refused.
     */
    public static final String RESERVED = "daybook.";

    /**
     * Checks all components. Not to be called by applications; use {@link #of(List)}.
     *
     * @throws IllegalArgumentException if an id is blank, an id, a role or a speaker's name has a control character,
     *     metadata has an unusable value, or anything is larger than {@link SizeLimits} allows
     */
    public NewEpisode {
        ArgumentChecks.optionalId("id", id);
        ArgumentChecks.optionalId("session", session);
        occurredAt = SizeLimits.time("occurredAt", occurredAt);
        messages = ArgumentChecks.list("messages", messages);
        toolCalls = ArgumentChecks.list("toolCalls", toolCalls);
        metadata = ArgumentChecks.metadata(metadata);
        SizeLimits.episode(messages, toolCalls, metadata, origin);
    }

    /** Returns an episode of these messages, in order. */
    public static NewEpisode of(Message... messages) {
        return of(Arrays.asList(messages));
    }

    /** Returns an episode of these messages, in order. */
    public static NewEpisode of(List<Message> messages) {
        return new NewEpisode(null, null, null, messages, List.of(), Map.of(), null, null, null);
    }

    /** Sets the id; null: a new one. */
    public NewEpisode withId(@Nullable String id) {
        return new NewEpisode(id, session, occurredAt, messages, toolCalls, metadata, origin, trust, embedding);
    }

    /** Sets the session; null: none. */
    public NewEpisode inSession(@Nullable String session) {
        return new NewEpisode(id, session, occurredAt, messages, toolCalls, metadata, origin, trust, embedding);
    }

    /** Sets the time of the episode; null: now. */
    public NewEpisode at(@Nullable OffsetDateTime occurredAt) {
        return new NewEpisode(id, session, occurredAt, messages, toolCalls, metadata, origin, trust, embedding);
    }

    /** Sets the time of the episode, in UTC. */
    public NewEpisode at(Instant occurredAt) {
        return at(TimeText.utc("occurredAt", occurredAt));
    }

    /** Sets the tool calls, in order. */
    public NewEpisode withToolCalls(List<ToolCall> toolCalls) {
        return new NewEpisode(id, session, occurredAt, messages, toolCalls, metadata, origin, trust, embedding);
    }

    /** Sets the metadata: names to texts, booleans, whole numbers and finite decimals. */
    public NewEpisode withMetadata(Map<String, ?> metadata) {
        return new NewEpisode(
                id, session, occurredAt, messages, toolCalls, MetadataValues.copy(metadata), origin, trust, embedding);
    }

    /** Sets the origin; null: the role of the first message, else the user. */
    public NewEpisode withOrigin(@Nullable Origin origin) {
        return new NewEpisode(id, session, occurredAt, messages, toolCalls, metadata, origin, trust, embedding);
    }

    /** Sets the trust; null: the trust of the origin. */
    public NewEpisode withTrust(@Nullable Trust trust) {
        return new NewEpisode(id, session, occurredAt, messages, toolCalls, metadata, origin, trust, embedding);
    }

    /** Sets the embedding, of the embedder's width; null: computed by the embedder. */
    public NewEpisode withEmbedding(@Nullable Embedding embedding) {
        return new NewEpisode(id, session, occurredAt, messages, toolCalls, metadata, origin, trust, embedding);
    }
}

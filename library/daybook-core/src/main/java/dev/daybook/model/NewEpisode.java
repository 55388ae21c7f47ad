package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.ReservedMetadata;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An episode to remember. {@link #of(List)} makes one; each further method returns a copy with one part changed. Only
 * the messages are required: the library fills a part that is null, and does not compare it when the same id is written
 * again.
 *
 * <p>A method throws an {@link IllegalArgumentException} if an id is blank, an id, a role or a speaker's name has a
 * control character, metadata has an unusable value, or anything is larger than {@link SizeLimits} allows.
 */
public final class NewEpisode extends ImmutableValue<NewEpisode> {

    /**
     * The prefix of the metadata names reserved for the library. An import may bring such an episode as it was
     * exported; other writes are refused.
     */
    public static final String RESERVED = ReservedMetadata.PREFIX;

    private @Nullable String id;
    private @Nullable String session;
    private @Nullable OffsetDateTime occurredAt;
    private List<Message> messages = List.of();
    private List<ToolCall> toolCalls = List.of();
    private Map<String, Object> metadata = Map.of();
    private @Nullable Origin origin;
    private @Nullable Trust trust;
    private @Nullable Embedding embedding;
    private @Nullable Instant expiresAt;

    private NewEpisode() {}

    /** Returns an episode of these messages, in order. */
    public static NewEpisode of(Message... messages) {
        return of(Arrays.asList(messages));
    }

    /** Returns an episode of these messages, in order. */
    public static NewEpisode of(List<Message> messages) {
        return new NewEpisode().with(episode -> episode.messages = messages);
    }

    public @Nullable String id() {
        return id;
    }

    /** Sets the id; null: a new one, {@code ep_} and a ULID. */
    public NewEpisode id(@Nullable String id) {
        return with(copy -> copy.id = id);
    }

    public @Nullable String session() {
        return session;
    }

    /** Sets the session; null: none. */
    public NewEpisode session(@Nullable String session) {
        return with(copy -> copy.session = session);
    }

    public @Nullable OffsetDateTime occurredAt() {
        return occurredAt;
    }

    /** Sets the time of the episode, whose offset is kept; null: now. */
    public NewEpisode occurredAt(@Nullable OffsetDateTime occurredAt) {
        return with(copy -> copy.occurredAt = occurredAt);
    }

    public List<Message> messages() {
        return messages;
    }

    /** Returns the tool calls that no message contains; {@link Message#toolCalls} are the others. */
    public List<ToolCall> toolCalls() {
        return toolCalls;
    }

    /** Sets the tool calls that no message contains, in order. */
    public NewEpisode toolCalls(List<ToolCall> toolCalls) {
        return with(copy -> copy.toolCalls = toolCalls);
    }

    public Map<String, Object> metadata() {
        return metadata;
    }

    /** Sets the metadata: names to texts, booleans, whole numbers and finite decimals. */
    public NewEpisode metadata(Map<String, ?> metadata) {
        return with(copy -> copy.metadata = ArgumentChecks.metadata(metadata));
    }

    public @Nullable Origin origin() {
        return origin;
    }

    /** Sets the origin; null: the role of the first message, else the user. */
    public NewEpisode origin(@Nullable Origin origin) {
        return with(copy -> copy.origin = origin);
    }

    public @Nullable Trust trust() {
        return trust;
    }

    /** Sets the trust; null: the trust of the origin. */
    public NewEpisode trust(@Nullable Trust trust) {
        return with(copy -> copy.trust = trust);
    }

    public @Nullable Embedding embedding() {
        return embedding;
    }

    /** Sets the embedding, of the embedder's width; null: computed by the embedder. */
    public NewEpisode embedding(@Nullable Embedding embedding) {
        return with(copy -> copy.embedding = embedding);
    }

    public @Nullable Instant expiresAt() {
        return expiresAt;
    }

    /** Sets the end of the episode, see {@link Entry#expiresAt}; ahead of the clock. Null: no end. */
    public NewEpisode expiresAt(@Nullable Instant expiresAt) {
        return with(copy -> copy.expiresAt = expiresAt);
    }

    @Override
    protected void check() {
        ArgumentChecks.optionalId("id", id);
        ArgumentChecks.optionalId("session", session);
        occurredAt = SizeLimits.time("occurredAt", occurredAt);
        messages = ArgumentChecks.list("messages", messages);
        toolCalls = ArgumentChecks.list("toolCalls", toolCalls);
        SizeLimits.episode(messages, toolCalls, metadata, origin);
        expiresAt = SizeLimits.time("expiresAt", expiresAt);
    }

    @Override
    protected @Nullable Object[] parts() {
        return new @Nullable Object[] {
            "id", id,
            "session", session,
            "occurredAt", occurredAt,
            "messages", messages,
            "toolCalls", toolCalls,
            "metadata", metadata,
            "origin", origin,
            "trust", trust,
            "embedding", embedding,
            "expiresAt", expiresAt
        };
    }
}

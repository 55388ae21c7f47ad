package dev.daybook.internal.remember;

import dev.daybook.internal.ledger.RepeatedWrite;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.ToolCall;
import dev.daybook.spi.IdGenerator;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Completes a new episode for the log: fills in omitted values and screens secrets. */
final class EpisodeDraft {

    private EpisodeDraft() {}

    /** Returns the episode to store; its position and revision are still 0. */
    static Episode complete(NewEpisode given, OffsetDateTime now, IdGenerator ids, WritePolicy policy) {
        // Text left after screening is marked; a redacted text holds no secret any more.
        List<Message> messages = given.messages().stream().map(policy::screened).toList();
        List<ToolCall> calls = given.toolCalls().stream().map(policy::screened).toList();
        Map<String, Object> metadata = policy.screened(given.metadata());
        Origin stated = given.origin() == null ? origin(given.messages()) : given.origin();
        return new Episode(
                given.id() == null ? ids.next(Kind.EPISODE) : policy.name("the id of an episode", given.id()),
                policy.name("the id of a session", given.session()),
                given.occurredAt() == null ? now : given.occurredAt(),
                now,
                messages,
                calls,
                metadata,
                Provenance.unwritten(policy.origin(stated), policy.trust(given.trust(), stated))
                        .expiring(given.expiresAt()),
                policy.isSensitive(messages, calls, metadata),
                given.embedding());
    }

    /** Tests whether writing a draft over an episode would change nothing; omitted values are not compared. */
    static boolean isSame(Episode stored, NewEpisode given, Episode draft) {
        return stored.messages().equals(draft.messages())
                && isSame(given.session(), stored.session())
                && RepeatedWrite.isSameInstant(given.occurredAt(), stored.occurredAt())
                && (given.toolCalls().isEmpty() || draft.standaloneToolCalls().equals(stored.standaloneToolCalls()))
                && (given.metadata().isEmpty() || draft.metadata().equals(stored.metadata()))
                && (given.origin() == null || draft.origin().agreesWith(stored.origin()))
                && (given.trust() == null || draft.trust() == stored.trust())
                && isSame(given.expiresAt(), stored.expiresAt())
                && isSame(given.embedding(), stored.embedding());
    }

    private static boolean isSame(@Nullable Object given, @Nullable Object stored) {
        return given == null || given.equals(stored);
    }

    private static Origin origin(List<Message> messages) {
        String role = messages.isEmpty()
                ? Message.USER
                : LetterCase.lower(messages.get(0).role());
        return switch (role) {
            case Message.ASSISTANT -> Origin.ASSISTANT;
            case Message.TOOL -> Origin.TOOL;
            default -> Origin.USER;
        };
    }
}

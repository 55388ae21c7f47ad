package dev.daybook.remember;

import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Origin;
import dev.daybook.data.Provenance;
import dev.daybook.data.ToolCall;
import dev.daybook.spi.IdSource;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A new episode on its way into the log: what the caller left open is filled in, and secrets are dealt with. */
final class Draft {

    private Draft() {}

    /** The episode as it will be stored; it has no place yet (position and revision 0). */
    static Episode complete(NewEpisode given, OffsetDateTime now, IdSource ids, WritePolicy policy) {
        // What is left after the screen is marked; a redacted text holds nothing any more.
        List<Message> messages = given.messages().stream().map(policy::screened).toList();
        List<ToolCall> calls = given.toolCalls().stream().map(policy::screened).toList();
        Map<String, Object> metadata = policy.screened(given.metadata());
        Origin stated = given.origin() == null ? origin(given.messages()) : given.origin();
        return new Episode(
                given.id() == null ? ids.next(Kind.EPISODE) : given.id(),
                given.session(),
                given.occurredAt() == null ? now : given.occurredAt(),
                now,
                messages,
                calls,
                metadata,
                Provenance.unwritten(policy.origin(stated), policy.trust(given.trust(), stated)),
                WritePolicy.isSensitive(messages, calls, metadata),
                given.embedding());
    }

    /** Whether writing a draft over an episode would change nothing, leaving out what the caller did not give. */
    static boolean isSame(Episode stored, NewEpisode given, Episode draft) {
        return stored.messages().equals(draft.messages())
                && isSame(given.session(), stored.session())
                && isSameInstant(given.occurredAt(), stored.occurredAt())
                && (given.toolCalls().isEmpty() || draft.standaloneToolCalls().equals(stored.standaloneToolCalls()))
                && (given.metadata().isEmpty() || draft.metadata().equals(stored.metadata()))
                && (given.origin() == null || draft.origin().agreesWith(stored.origin()))
                && (given.trust() == null || draft.trust() == stored.trust())
                && isSame(given.embedding(), stored.embedding());
    }

    private static boolean isSame(@Nullable Object given, @Nullable Object stored) {
        return given == null || given.equals(stored);
    }

    /** Two offsets of one instant are one time: a retry may come from another time zone. */
    static boolean isSameInstant(@Nullable OffsetDateTime given, @Nullable OffsetDateTime stored) {
        return given == null || stored != null && given.isEqual(stored);
    }

    private static Origin origin(List<Message> messages) {
        String role = messages.isEmpty() ? Message.USER : messages.get(0).role().toLowerCase(Locale.ROOT);
        return switch (role) {
            case Message.ASSISTANT -> Origin.ASSISTANT;
            case Message.TOOL -> Origin.TOOL;
            default -> Origin.USER;
        };
    }
}

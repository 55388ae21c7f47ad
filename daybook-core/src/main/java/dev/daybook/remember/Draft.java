package dev.daybook.remember;

import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Origin;
import dev.daybook.data.Settings;
import dev.daybook.data.ToolCall;
import dev.daybook.data.Trust;
import dev.daybook.spi.IdSource;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A new episode on its way into the log: what the caller left open is filled in, and secrets are dealt with. */
final class Draft {

    private Draft() {}

    /** The episode as it will be stored; it has no place yet (position and revision 0). */
    static Episode complete(NewEpisode given, OffsetDateTime now, IdSource ids, Settings.Secrets secrets) {
        boolean sensitive = given.messages().stream().anyMatch(message -> SecretScreen.finds(message.text()))
                || given.toolCalls().stream().anyMatch(Draft::holdsSecret);
        if (sensitive && secrets == Settings.Secrets.REJECT) {
            throw new IllegalArgumentException(
                    "a message looks like it holds a password or a key, and the space refuses"
                            + " those; take it out, or set 'secrets' to mark or redact");
        }
        boolean redact = sensitive && secrets == Settings.Secrets.REDACT;
        Origin origin = given.origin() == null ? origin(given.messages()) : given.origin();
        Trust trust = given.trust() == null ? origin.source().trust() : given.trust();
        return new Episode(
                given.id() == null ? ids.next(Kind.EPISODE) : given.id(),
                0,
                0,
                given.session(),
                given.occurredAt() == null ? now : given.occurredAt(),
                now,
                redact ? redacted(given.messages()) : given.messages(),
                redact ? redactedCalls(given.toolCalls()) : given.toolCalls(),
                given.metadata(),
                origin,
                trust,
                sensitive && !redact,
                given.embedding());
    }

    /** Whether writing a draft over an episode would change nothing, leaving out what the caller did not give. */
    static boolean isSame(Episode stored, NewEpisode given, Episode draft) {
        return stored.messages().equals(draft.messages())
                && isSame(given.session(), stored.session())
                && isSame(given.occurredAt(), stored.occurredAt())
                && (given.toolCalls().isEmpty() || draft.toolCalls().equals(stored.toolCalls()))
                && (given.metadata().isEmpty() || given.metadata().equals(stored.metadata()))
                && isSame(given.origin(), stored.origin())
                && isSame(given.trust(), stored.trust())
                && isSame(given.embedding(), stored.embedding());
    }

    private static boolean isSame(@Nullable Object given, @Nullable Object stored) {
        return given == null || given.equals(stored);
    }

    private static List<Message> redacted(List<Message> messages) {
        return messages.stream()
                .map(message -> new Message(message.role(), message.name(), SecretScreen.redact(message.text())))
                .toList();
    }

    private static boolean holdsSecret(ToolCall call) {
        String result = call.result();
        return SecretScreen.finds(call.arguments()) || result != null && SecretScreen.finds(result);
    }

    private static List<ToolCall> redactedCalls(List<ToolCall> calls) {
        return calls.stream()
                .map(call -> new ToolCall(
                        call.id(),
                        call.name(),
                        SecretScreen.redact(call.arguments()),
                        call.result() == null ? null : SecretScreen.redact(call.result())))
                .toList();
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

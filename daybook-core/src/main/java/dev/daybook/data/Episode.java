package dev.daybook.data;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What happened at one time, as it is stored. To write one, make a {@link NewEpisode}.
 *
 * @param id unique in its scope
 * @param position its place in its scope, from 1, in order of first writing
 * @param revision when its content was last changed, on the counter of its scope
 * @param session the conversation it belongs to, or null
 * @param occurredAt when it happened; offset and microseconds are kept
 * @param recordedAt when this version was written down
 * @param messages what was said, in order; may be empty
 * @param toolCalls the tools that were called
 * @param metadata the caller's own values: texts, booleans, longs and doubles
 * @param origin where it came from
 * @param trust how far the whole episode is believed at most; of a single message, see {@link #trustOf}
 * @param sensitive whether the screen found a secret in it; such an episode is never shown outside its own scope
 * @param embedding the vector that the caller supplied, or null
 */
public record Episode(
        String id,
        @Nullable String session,
        OffsetDateTime occurredAt,
        OffsetDateTime recordedAt,
        List<Message> messages,
        List<ToolCall> toolCalls,
        Map<String, Object> metadata,
        Provenance provenance,
        boolean sensitive,
        @Nullable Embedding embedding)
        implements Entry {

    public Episode {
        Require.id("id", id);
        Require.optionalId("session", session);
        occurredAt = Require.time("occurredAt", occurredAt);
        recordedAt = Require.time("recordedAt", recordedAt);
        messages = List.copyOf(messages);
        toolCalls = List.copyOf(toolCalls);
        metadata = Require.metadata(metadata);
        Require.present("provenance", provenance);
    }

    @Override
    public Kind kind() {
        return Kind.EPISODE;
    }

    /** The texts of the user's messages, joined by a newline. */
    public String input() {
        return said(Message.USER);
    }

    /** The texts of the assistant's messages, joined by a newline. */
    public String output() {
        return said(Message.ASSISTANT);
    }

    /** All messages, one a line, each after its speaker: {@code Ada: I moved to Lisbon.} */
    @Override
    public String text() {
        return messages.stream()
                .map(message -> message.speaker() + ": " + message.text())
                .collect(Collectors.joining("\n"));
    }

    /** One line for a log or a list: the time, what the user said and what came back, in quotes. */
    public String line() {
        return "[" + Times.text(occurredAt) + "] " + Quoted.text(input()) + " -> " + Quoted.text(output());
    }

    /**
     * How far one message is believed: as far as its episode, and no further than its role.
     *
     * @param message its index, from 0
     */
    public Trust trustOf(int message) {
        return trust().least(Trust.ofRole(messages.get(message).role()));
    }

    /** How far the least believed of its messages is believed: what is made of all of them is believed no further. */
    public Trust leastTrust() {
        return IntStream.range(0, messages.size()).mapToObj(this::trustOf).reduce(trust(), Trust::least);
    }

    private String said(String role) {
        return messages.stream()
                .filter(message -> message.role().equals(role))
                .map(Message::text)
                .collect(Collectors.joining("\n"));
    }
}

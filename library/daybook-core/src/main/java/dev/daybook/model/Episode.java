package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.checks.QuotedText;
import dev.daybook.internal.checks.TimeText;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A stored event: one or more messages of one time, with tool calls and metadata. To write one, create a
 * {@link NewEpisode}.
 *
 * @param id unique in its scope
 * @param session the id of its session, or null
 * @param occurredAt the time of the event, with its offset, in microseconds
 * @param recordedAt when this version was recorded
 * @param messages in order; may be empty
 * @param standaloneToolCalls the tool calls that no message contains; {@link #toolCalls()} returns all calls
 * @param metadata the caller's own values: texts, booleans, longs and doubles
 * @param provenance position, revision, origin, trust and end of the whole episode; for one message, see {@link #trustOf}
 * @param sensitive whether the secret screen found a secret; a sensitive episode is never shown outside its scope
 * @param embedding the vector that the caller supplied, or null
 */
public record Episode(
        String id,
        @Nullable String session,
        OffsetDateTime occurredAt,
        OffsetDateTime recordedAt,
        List<Message> messages,
        List<ToolCall> standaloneToolCalls,
        Map<String, Object> metadata,
        Provenance provenance,
        boolean sensitive,
        @Nullable Embedding embedding)
        implements Entry {

    /**
     * The name in the metadata of an episode, with the value true, that says that an answer is still to come under the
     * same id. A language model derives nothing from such an episode for two minutes, so that it reads the whole exchange
     * once, and a context says that there was no answer.
     */
    public static final String UNANSWERED = "chat.unanswered";

    /**
     * The name in the metadata of an episode, with the value true, that says that its last message is the part of an answer
     * that was shown before the caller went away. A context says so behind it.
     */
    public static final String BROKEN_OFF = "chat.brokenOff";

    public Episode {
        ArgumentChecks.id("id", id);
        ArgumentChecks.optionalId("session", session);
        occurredAt = ArgumentChecks.time("occurredAt", occurredAt);
        recordedAt = ArgumentChecks.time("recordedAt", recordedAt);
        messages = List.copyOf(messages);
        standaloneToolCalls = List.copyOf(standaloneToolCalls);
        metadata = ArgumentChecks.metadata(metadata);
        NullChecks.present("provenance", provenance);
    }

    /** Returns the tool calls of all messages, in order, then the calls that no message contains. */
    public List<ToolCall> toolCalls() {
        return Stream.concat(
                        messages.stream().flatMap(message -> message.toolCalls().stream()),
                        standaloneToolCalls.stream())
                .toList();
    }

    /** Returns whether the metadata says that an answer is still to come, or never came. */
    public boolean isUnanswered() {
        return Boolean.TRUE.equals(metadata.get(UNANSWERED));
    }

    /** Returns whether the metadata says that the last message is a part of an answer. */
    public boolean isBrokenOff() {
        return Boolean.TRUE.equals(metadata.get(BROKEN_OFF));
    }

    @Override
    public Kind kind() {
        return Kind.EPISODE;
    }

    /** Returns the texts of the user messages with their parts, joined by newlines. */
    public String input() {
        return said(Message.USER);
    }

    /** Returns the texts of the assistant messages with their parts, joined by newlines. */
    public String output() {
        return said(Message.ASSISTANT);
    }

    /** Returns all messages, one per line, each after its speaker: {@code Ada: I moved to Lisbon.} */
    @Override
    public String text() {
        return messages.stream()
                .map(message -> message.speaker() + ": " + message.shownText())
                .collect(Collectors.joining("\n"));
    }

    /** Returns one line for a log or a list: the time, the input and the output, in quotes. */
    public String line() {
        return "[" + TimeText.text(occurredAt) + "] " + QuotedText.text(input()) + " -> " + QuotedText.text(output());
    }

    /**
     * Returns the trust of one message: the lesser of the trust of the episode and of the role.
     *
     * @param message the index of the message, from 0
     */
    public Trust trustOf(int message) {
        return trust().least(Trust.ofRole(messages.get(message).role()));
    }

    @Override
    public Episode withProvenance(Provenance provenance) {
        return new Episode(
                id,
                session,
                occurredAt,
                recordedAt,
                messages,
                standaloneToolCalls,
                metadata,
                provenance,
                sensitive,
                embedding);
    }

    /** Returns the label of one message wherever it is shown; see {@link Trust#labelBeside}. */
    public String labelOf(int message) {
        return trustOf(message).labelBeside(messages.get(message).role());
    }

    /** Returns the least trust of all messages: the upper bound for an entry derived from the whole episode. */
    public Trust leastTrust() {
        return IntStream.range(0, messages.size()).mapToObj(this::trustOf).reduce(trust(), Trust::least);
    }

    private String said(String role) {
        return messages.stream()
                .filter(message -> message.role().equals(role))
                .map(Message::shownText)
                .collect(Collectors.joining("\n"));
    }
}

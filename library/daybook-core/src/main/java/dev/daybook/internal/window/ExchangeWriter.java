package dev.daybook.internal.window;

import dev.daybook.Memory;
import dev.daybook.error.ProtectedEntryException;
import dev.daybook.error.RefusedTextException;
import dev.daybook.error.StaleVersionException;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.ToolCall;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Turn;
import dev.daybook.query.VersionCondition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a chat so that one exchange is one episode. The question is written at once, as an {@link Episode#UNANSWERED}
 * episode. Calls, results and the answer are added to it under the same id, each as soon as it is there, so a crash
 * loses nothing and the derivations read the whole exchange.
 *
 * <p>A text that the memory refuses is withheld: a remark stands in its place, so no call is left without a result.
 */
public final class ExchangeWriter {

    /** Stands for a text that the memory refuses. */
    public static final String WITHHELD = "(not stored: the memory refuses this text)";

    /**
     * Characters of an episode that still grows. Each addition writes the episode again, so the cost of a long loop of
     * tool calls would grow with its square; what follows is an episode of its own.
     */
    private static final int MAX = 100_000;

    /** Messages of an episode that still grows, for the same reason. */
    private static final int MAX_MESSAGES = 100;

    /** Characters of all metadata of one episode; there is room for {@link SizeLimits#METADATA_TEXT}. */
    private static final int MAX_METADATA = 200_000;

    private final Memory memory;
    private final String session;

    /** The id of an exchange that begins, and what it replaces; null: a new id, nothing. */
    private final @Nullable String id;

    private final @Nullable Episode begun;

    public ExchangeWriter(Memory memory, String session) {
        this(memory, session, null, null);
    }

    /**
     * Creates a writer that begins an exchange under an id.
     *
     * @param begun the exchange that is replaced; null: none
     */
    public ExchangeWriter(Memory memory, String session, @Nullable String id, @Nullable Episode begun) {
        this.memory = memory;
        this.session = session;
        this.id = id;
        this.begun = begun;
    }

    /** The metadata of one message; empty for most. */
    @FunctionalInterface
    public interface MessageMetadata {

        /** No message has metadata. */
        MessageMetadata NONE = (added, index) -> Map.of();

        /**
         * Returns the metadata.
         *
         * @param added the index of the message among those that are added
         * @param index its index in the episode
         */
        Map<String, ?> of(int added, int index);
    }

    /**
     * A written exchange.
     *
     * @param episode the id of its episode
     * @param position the position of its episode
     * @param first the index of the first message that was added
     * @param added the messages that were added, as they were given to the memory
     * @param refusal why the memory refused one of them, which is withheld; null: it refused none
     */
    public record Written(
            String episode,
            long position,
            int first,
            List<Message> added,
            @Nullable RefusedTextException refusal) {}

    /**
     * Returns the exchange of a window that new messages continue; null: they begin another. A result continues the
     * exchange of its call. Any other message continues the given exchange, or else the last of the window, if it is
     * unanswered.
     *
     * @param name the name of the window record in the metadata of episodes
     * @param asked the id of the episode with the question of the caller, if it is known
     */
    public @Nullable Episode continued(LoggedWindow window, String name, List<Message> added, @Nullable String asked) {
        Message first = added.get(0);
        List<Turn> turns = window.turns();
        if (turns.isEmpty()
                || !first.role().equals(Message.ASSISTANT) && !first.role().equals(Message.TOOL)) {
            return null;
        }
        Stream<String> candidates = callOf(first, turns)
                .map(Stream::of)
                .orElseGet(() ->
                        Stream.of(asked, turns.get(turns.size() - 1).episode()).filter(Objects::nonNull));
        return candidates
                .filter(window::isRecent)
                .flatMap(id -> episode(window, id).stream())
                .filter(Episode::isUnanswered)
                .filter(episode ->
                        session.equals(episode.session()) && episode.metadata().containsKey(name))
                .findFirst()
                .filter(episode -> mayGrow(episode, added))
                .orElse(null);
    }

    /** Returns the id of the episode with the last call that a result answers. */
    private static Optional<String> callOf(Message result, List<Turn> turns) {
        String id = result.toolCallId();
        return id == null
                ? Optional.empty()
                : turns.stream()
                        .filter(turn ->
                                turn.message().toolCalls().stream().anyMatch(call -> Objects.equals(call.id(), id)))
                        .map(Turn::episode)
                        .reduce((earlier, later) -> later);
    }

    /** The newest episode of a window is read with it, and is usually the one that is looked for. */
    private Optional<Episode> episode(LoggedWindow window, String id) {
        Episode newest = window.newest();
        return newest != null && newest.id().equals(id) ? Optional.of(newest) : memory.find(Episode.class, id);
    }

    /** The answer joins an exchange of any size, because it is the last addition. */
    private static boolean mayGrow(Episode episode, List<Message> added) {
        return (isSmall(episode.messages()) || !awaitsAnswer(added)) && hasRoom(episode, added);
    }

    /** Returns whether an exchange of these messages may grow. */
    public static boolean isSmall(List<Message> messages) {
        return characters(messages) <= MAX && messages.size() <= MAX_MESSAGES;
    }

    /** Returns whether an episode may have some more messages. */
    static boolean hasRoom(Episode episode, List<Message> added) {
        List<Message> all = new ArrayList<>(episode.messages());
        all.addAll(added);
        long calls =
                all.stream().mapToLong(message -> message.toolCalls().size()).sum();
        return characters(all) <= SizeLimits.EPISODE_TEXT
                && all.size() <= SizeLimits.MESSAGES
                && calls <= SizeLimits.TOOL_CALLS;
    }

    private static long characters(List<Message> messages) {
        return messages.stream().mapToLong(StorableText::characters).sum();
    }

    /**
     * Adds messages to an exchange, or begins one. An exchange that was forgotten meanwhile does not come back: the messages
     * begin another.
     *
     * @param exchange null: a new one
     * @param metadata metadata of the episode, beside that of its messages
     * @throws StaleVersionException if the exchange that is replaced was forgotten meanwhile
     */
    public Written write(
            @Nullable Episode exchange, List<Message> added, Map<String, ?> metadata, MessageMetadata messageMetadata) {
        List<Message> messages = StorableText.fitting(added);
        try {
            return put(exchange, messages, metadata, messageMetadata, null);
        } catch (ProtectedEntryException | StaleVersionException begunByAnotherKeyOrForgotten) {
            if (exchange == null) {
                throw begunByAnotherKeyOrForgotten;
            }
            return write(null, messages, metadata, messageMetadata);
        } catch (RefusedTextException refusal) {
            return messages.size() == 1
                    ? writeWithheld(exchange, messages.get(0), metadata, refusal)
                    : writeEach(exchange, messages, metadata, messageMetadata);
        }
    }

    /**
     * Begins an exchange with a question, and returns the id of its episode.
     *
     * @throws RefusedTextException if the memory refuses the question
     */
    String begin(Message question) {
        return put(null, StorableText.fitting(List.of(question)), Map.of(), MessageMetadata.NONE, null)
                .episode();
    }

    private Written writeWithheld(
            @Nullable Episode exchange, Message message, Map<String, ?> metadata, RefusedTextException refusal) {
        try {
            return put(exchange, List.of(withheld(message)), metadata, MessageMetadata.NONE, refusal);
        } catch (RefusedTextException earlier) {
            if (exchange == null) {
                throw earlier;
            }
            // The settings have changed since, and the exchange itself would be refused now.
            return write(null, List.of(message), metadata, MessageMetadata.NONE);
        }
    }

    /** Finds the refused messages by writing one after the other. */
    private Written writeEach(
            @Nullable Episode exchange,
            List<Message> messages,
            Map<String, ?> metadata,
            MessageMetadata messageMetadata) {
        List<Message> added = new ArrayList<>();
        RefusedTextException refusal = null;
        Written last = null;
        Episode grown = exchange;
        for (int i = 0; i < messages.size(); i++) {
            int number = i;
            last = write(grown, List.of(messages.get(i)), metadata, (one, index) -> messageMetadata.of(number, index));
            added.addAll(last.added());
            refusal = last.refusal() == null ? refusal : last.refusal();
            grown = memory.find(Episode.class, last.episode()).orElse(null);
        }
        Written end = Objects.requireNonNull(last);
        int first = exchange == null ? 0 : exchange.messages().size();
        return new Written(end.episode(), end.position(), first, List.copyOf(added), refusal);
    }

    private Written put(
            @Nullable Episode exchange,
            List<Message> added,
            Map<String, ?> metadata,
            MessageMetadata messageMetadata,
            @Nullable RefusedTextException refusal) {
        List<Message> messages = new ArrayList<>(exchange == null ? List.of() : exchange.messages());
        int first = messages.size();
        messages.addAll(added);
        Map<String, Object> all = new LinkedHashMap<>(exchange == null ? Map.of() : exchange.metadata());
        all.remove(Episode.UNANSWERED);
        all.putAll(metadata);
        for (int i = 0; i < added.size(); i++) {
            Map<String, Object> more = new LinkedHashMap<>(all);
            more.putAll(messageMetadata.of(i, first + i));
            all = characters(more) <= MAX_METADATA ? more : all;
        }
        if (awaitsAnswer(messages)) {
            all.put(Episode.UNANSWERED, true);
        }
        Episode replaced = exchange == null ? begun : exchange;
        NewEpisode episode = NewEpisode.of(messages)
                .id(exchange == null ? id : exchange.id())
                .session(session)
                .occurredAt(replaced == null ? null : replaced.occurredAt())
                .toolCalls(exchange == null ? List.of() : exchange.standaloneToolCalls())
                .expiresAt(replaced == null ? null : replaced.expiresAt())
                .metadata(all);
        Receipt receipt =
                memory.remember(episode, replaced == null ? VersionCondition.NONE : VersionCondition.existing());
        return new Written(receipt.id(), receipt.position(), first, List.copyOf(added), refusal);
    }

    private static int characters(Map<String, Object> metadata) {
        return metadata.values().stream()
                .mapToInt(value -> value instanceof String text ? text.length() : 0)
                .sum();
    }

    private static boolean awaitsAnswer(List<Message> messages) {
        Message last = messages.get(messages.size() - 1);
        return !last.role().equals(Message.ASSISTANT) || !last.toolCalls().isEmpty();
    }

    /** Returns what stands for a message that the memory refuses. */
    public static Message withheld(Message message) {
        List<ToolCall> calls = message.toolCalls().stream()
                .map(call -> new ToolCall(call.id(), call.name(), "{}", null))
                .toList();
        return new Message(message.role(), null, WITHHELD, calls, message.toolCallId());
    }
}

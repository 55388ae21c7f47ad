package dev.daybook.spring;

import dev.daybook.internal.window.StorableText;
import dev.daybook.internal.window.ToolPairs;
import dev.daybook.model.Message;
import dev.daybook.model.ToolCall;
import dev.daybook.outcome.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.MediaContent;

/**
 * Converts messages of Spring AI to messages of the log and back. A message with several tool responses is one message
 * of the log for each, and neighbouring tool messages of the log are one message of Spring AI.
 */
final class ChatTurns {

    /** Names in the metadata of a message that was read: conversation id, references of the turns, time. */
    private static final String CONVERSATION = "daybook.conversation";

    private static final String TURNS = "daybook.turns";
    private static final String TIME = "daybook.time";

    /** A message without any text would not be a turn of the session. */
    private static final String NO_TEXT = "(no text)";

    /** The type of every tool call that chat models make today. */
    static final String FUNCTION = "function";

    /** The values of {@link Given#missing}: a text that the log cannot have. */
    private static final String NULL = "null";

    private static final String EMPTY = "empty";

    /**
     * A message of the log.
     *
     * @param reference the turn that it was read from; null: the application made it
     * @param missing the kind of text for which the log has another one; null: the text of the log is that of the
     *     message
     */
    record Given(
            Message message,
            @Nullable TurnReference reference,
            @Nullable String missing) {}

    private ChatTurns() {}

    /** Returns the messages of the log of a list, without system messages. */
    static List<Given> given(String conversationId, List<org.springframework.ai.chat.messages.Message> list) {
        List<Given> given = new ArrayList<>();
        for (org.springframework.ai.chat.messages.Message chatMessage : list) {
            List<Message> messages = messages(chatMessage).stream()
                    .filter(message -> !ToolPairs.isStandIn(message))
                    .toList();
            List<TurnReference> references = references(conversationId, chatMessage);
            boolean isRead = references.size() == messages.size();
            for (int i = 0; i < messages.size(); i++) {
                given.add(new Given(messages.get(i), isRead ? references.get(i) : null, missing(chatMessage)));
            }
        }
        return given;
    }

    /** Returns the messages of the log of one message; none of a system message. */
    static List<Message> messages(org.springframework.ai.chat.messages.Message chatMessage) {
        if (chatMessage instanceof ToolResponseMessage tool) {
            return tool.getResponses().stream().map(ChatTurns::result).toList();
        }
        if (chatMessage instanceof AssistantMessage answer) {
            return List.of(Message.assistant(text(answer))
                    .withParts(MessageMedia.parts(answer))
                    .withToolCalls(
                            answer.getToolCalls().stream().map(ChatTurns::call).toList()));
        }
        if (chatMessage instanceof UserMessage question) {
            return List.of(Message.user(text(question)).withParts(MessageMedia.parts(question)));
        }
        // An application may implement the interface itself.
        return switch (chatMessage.getMessageType()) {
            case USER -> List.of(Message.user(text(chatMessage)));
            case ASSISTANT -> List.of(Message.assistant(text(chatMessage)));
            case SYSTEM -> List.of();
            case TOOL ->
                throw new IllegalArgumentException("a tool message is a "
                        + chatMessage.getClass().getName()
                        + ", which names no call; use a ToolResponseMessage");
        };
    }

    private static @Nullable String missing(org.springframework.ai.chat.messages.Message message) {
        if (message instanceof ToolResponseMessage) {
            return null;
        }
        String text = message.getText();
        return text == null ? NULL : text.isEmpty() ? EMPTY : null;
    }

    /** Returns whether a message of the log may stand for one without a text. */
    static boolean mayMiss(Message message) {
        return message.text().equals(NO_TEXT) || message.text().isEmpty();
    }

    private static String text(org.springframework.ai.chat.messages.Message message) {
        String text = StorableText.of(Objects.requireNonNullElse(message.getText(), ""));
        boolean isSaid = message instanceof AssistantMessage answer && answer.hasToolCalls()
                || message instanceof MediaContent content
                        && !content.getMedia().isEmpty();
        return text.isEmpty() && !isSaid ? NO_TEXT : text;
    }

    static Message result(ToolResponse response) {
        return Message.tool(StorableText.of(Objects.requireNonNullElse(response.responseData(), "")))
                .withName(name(response.name()))
                .answering(name(response.id()));
    }

    static ToolCall call(AssistantMessage.ToolCall call) {
        return new ToolCall(
                name(call.id()),
                StorableText.name(Objects.requireNonNullElse(call.name(), "")),
                StorableText.of(Objects.requireNonNullElse(call.arguments(), "")),
                null);
    }

    private static @Nullable String name(@Nullable String name) {
        return name == null ? null : StorableText.name(name);
    }

    private static List<TurnReference> references(
            String conversationId, org.springframework.ai.chat.messages.Message message) {
        Map<String, Object> metadata = message.getMetadata();
        if (!conversationId.equals(metadata.get(CONVERSATION)) || !(metadata.get(TURNS) instanceof String turns)) {
            return List.of();
        }
        return turns.lines().flatMap(line -> TurnReference.parse(line).stream()).toList();
    }

    /**
     * Returns the messages of Spring AI of turns, with the reference and the time of each in the metadata.
     *
     * @param missing returns {@link Given#missing} of a turn
     */
    static List<org.springframework.ai.chat.messages.Message> chat(
            String conversationId, List<Turn> turns, Function<Turn, @Nullable String> missing) {
        List<org.springframework.ai.chat.messages.Message> messages = new ArrayList<>();
        for (int i = 0; i < turns.size(); ) {
            int end = i + 1;
            while (isTool(turns.get(i)) && end < turns.size() && isTool(turns.get(end))) {
                end++;
            }
            messages.add(chatMessage(conversationId, turns.subList(i, end), missing.apply(turns.get(i))));
            i = end;
        }
        return messages;
    }

    private static boolean isTool(Turn turn) {
        return turn.message().role().equals(Message.TOOL);
    }

    private static org.springframework.ai.chat.messages.Message chatMessage(
            String conversationId, List<Turn> turns, @Nullable String missing) {
        Message message = turns.get(0).message();
        Map<String, Object> metadata = Map.of(
                CONVERSATION,
                conversationId,
                TURNS,
                turns.stream()
                        .filter(turn -> !ToolPairs.isStandIn(turn))
                        .map(turn -> TurnReference.of(turn).text())
                        .collect(Collectors.joining("\n")),
                TIME,
                turns.get(0).occurredAt().toString());
        return switch (message.role()) {
            case Message.TOOL ->
                ToolResponseMessage.builder()
                        .responses(turns.stream()
                                .map(turn -> response(turn.message()))
                                .toList())
                        .metadata(metadata)
                        .build();
            case Message.ASSISTANT ->
                AssistantMessage.builder()
                        .content(NULL.equals(missing) && message.parts().isEmpty() ? null : text(message, missing))
                        .properties(metadata)
                        .media(MessageMedia.media(message))
                        .toolCalls(message.toolCalls().stream()
                                .map(ChatTurns::toolCall)
                                .toList())
                        .build();
            default ->
                UserMessage.builder()
                        .text(text(message, missing))
                        .media(MessageMedia.media(message))
                        .metadata(metadata)
                        .build();
        };
    }

    /** Returns the text of a message, and the parts that Spring AI cannot show otherwise. */
    private static String text(Message message, @Nullable String missing) {
        return MessageMedia.text(missing == null ? message : message.withText(""));
    }

    static ToolResponse response(Message message) {
        return new ToolResponse(
                Objects.requireNonNullElse(message.toolCallId(), ""),
                Objects.requireNonNullElse(message.name(), ""),
                message.text());
    }

    static AssistantMessage.ToolCall toolCall(ToolCall call) {
        return new AssistantMessage.ToolCall(
                Objects.requireNonNullElse(call.id(), ""), FUNCTION, call.name(), call.arguments());
    }
}

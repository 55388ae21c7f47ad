package dev.daybook.langchain4j;

import dev.daybook.internal.window.StorableText;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.ToolCall;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.CustomMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts chat messages to messages of the log and back. Thread-safe. */
final class MessageCodec {

    private static final Logger LOG = System.getLogger(MessageCodec.class.getName());

    /** The role of {@link CustomMessage}, which chat models in general do not have. */
    private static final String CUSTOM = "custom";

    /** Stands in the log for recalled text, which the log has already: a copy would be recalled again. */
    static final String NOT_REPEATED = "(recalled from memory, not repeated here)";

    /** A message without any text would not be a turn of the session. */
    private static final String NO_TEXT = "(no text)";

    /**
     * Characters; two and a half of them fit into the metadata of an episode. A larger message is kept without them.
     */
    private static final int MAX_JSON = 100_000;

    private final Set<String> recallTools;

    /** @param recallTools the tools whose results are recalled text */
    MessageCodec(Set<String> recallTools) {
        this.recallTools = Set.copyOf(recallTools);
    }

    /** Returns the form for the log. Not for system messages. */
    RecordedMessage record(ChatMessage chatMessage) {
        ChatMessage own = chatMessage instanceof UserMessage user ? UserText.own(user) : chatMessage;
        Message message = message(own);
        if (message.isEmpty()) {
            message = Message.of(message.role(), NO_TEXT).withName(message.name());
        }
        ChatMessage stored = stored(own);
        if (isRecall(own) || isReadable(message) && stored.equals(chat(message))) {
            return new RecordedMessage(message, null);
        }
        return new RecordedMessage(message, json(stored));
    }

    /** Returns the chat message of a recorded one. */
    static ChatMessage chat(RecordedMessage recorded) {
        return recorded.json() == null
                ? chat(recorded.message())
                : ChatMessageDeserializer.messageFromJson(recorded.json());
    }

    /** Returns whether the log has only a part of a message, which this process need not hold either. */
    static boolean isTooLong(ChatMessage message) {
        return message instanceof ToolExecutionResultMessage result
                        && text(result.contents()).length() > SizeLimits.MESSAGE_TEXT
                || message instanceof AiMessage answer
                        && Objects.requireNonNullElse(answer.text(), "").length() > SizeLimits.MESSAGE_TEXT
                || message instanceof UserMessage user && text(user.contents()).length() > SizeLimits.MESSAGE_TEXT;
    }

    /** Returns an equal message that is another object, so that it can be told from the messages of the application. */
    static ChatMessage copy(ChatMessage message) {
        if (message instanceof UserMessage user) {
            return user.toBuilder().build();
        }
        if (message instanceof AiMessage answer) {
            return answer.toBuilder().build();
        }
        if (message instanceof ToolExecutionResultMessage result) {
            return result.toBuilder().build();
        }
        if (message instanceof CustomMessage custom) {
            return CustomMessage.from(custom.attributes());
        }
        return message;
    }

    private boolean isRecall(ChatMessage message) {
        // A model may call a tool without a name, and the result has none either.
        return message instanceof ToolExecutionResultMessage result
                && result.toolName() != null
                && recallTools.contains(result.toolName());
    }

    private Message message(ChatMessage message) {
        if (message instanceof UserMessage user) {
            return new Message(Message.USER, name(user.name()), StorableText.of(text(user.contents())))
                    .withParts(parts(user.contents()));
        }
        if (message instanceof AiMessage answer) {
            return Message.assistant(StorableText.of(Objects.requireNonNullElse(answer.text(), "")))
                    .withParts(MediaContents.parts(answer))
                    .withToolCalls(answer.toolExecutionRequests().stream()
                            .map(MessageCodec::call)
                            .toList());
        }
        if (message instanceof ToolExecutionResultMessage result) {
            boolean isRecall = isRecall(result);
            return Message.tool(isRecall ? NOT_REPEATED : StorableText.of(text(result.contents())))
                    .withParts(isRecall ? List.of() : parts(result.contents()))
                    .withName(name(result.toolName()))
                    .answering(name(result.id()));
        }
        return Message.of(CUSTOM, "");
    }

    private static ToolCall call(ToolExecutionRequest request) {
        return new ToolCall(
                name(request.id()),
                StorableText.name(Objects.requireNonNullElse(request.name(), "")),
                StorableText.of(Objects.requireNonNullElse(request.arguments(), "")),
                null);
    }

    private static @Nullable String name(@Nullable String name) {
        return name == null ? null : StorableText.name(name);
    }

    private static List<MediaPart> parts(List<Content> contents) {
        return contents.stream()
                .flatMap(content -> MediaContents.part(content).stream())
                .limit(SizeLimits.PARTS)
                .toList();
    }

    /** Returns a message without the bytes of its media, which are never written. */
    private static ChatMessage stored(ChatMessage message) {
        if (message instanceof UserMessage user) {
            return user.toBuilder().contents(stored(user.contents())).build();
        }
        if (message instanceof ToolExecutionResultMessage result && !result.hasSingleText()) {
            return result.toBuilder().contents(stored(result.contents())).build();
        }
        return message instanceof AiMessage answer ? MediaContents.stored(answer) : message;
    }

    private static List<Content> stored(List<Content> contents) {
        return contents.stream().map(MediaContents::stored).toList();
    }

    /** Joins the texts; a content of an unknown type appears as its type, so that the log shows that there was one. */
    static String text(List<Content> contents) {
        return contents.stream()
                .filter(content -> !MediaContents.isMedia(content))
                .map(content -> content instanceof TextContent text
                        ? text.text()
                        : "[" + content.type().name().toLowerCase(Locale.ROOT) + "]")
                .collect(Collectors.joining("\n"));
    }

    private static boolean isReadable(Message message) {
        return !message.role().equals(CUSTOM);
    }

    private static ChatMessage chat(Message message) {
        return switch (message.role()) {
            case Message.ASSISTANT -> answer(message);
            case Message.TOOL ->
                ToolExecutionResultMessage.builder()
                        .id(message.toolCallId())
                        .toolName(message.name())
                        .contents(MediaContents.contents(message.text(), message.parts()))
                        .build();
            default ->
                UserMessage.builder()
                        .name(message.name())
                        .contents(MediaContents.contents(message.text(), message.parts()))
                        .build();
        };
    }

    private static AiMessage answer(Message message) {
        AiMessage said = MediaContents.with(AiMessage.from(message.text()), message.parts());
        if (message.toolCalls().isEmpty()) {
            return said;
        }
        List<ToolExecutionRequest> requests = message.toolCalls().stream()
                .map(call -> ToolExecutionRequest.builder()
                        .id(call.id())
                        .name(call.name())
                        .arguments(call.arguments())
                        .build())
                .toList();
        return said.toBuilder()
                .text(said.text() == null || said.text().isEmpty() ? null : said.text())
                .toolExecutionRequests(requests)
                .build();
    }

    private static @Nullable String json(ChatMessage message) {
        String json;
        try {
            json = ChatMessageSerializer.messageToJson(message);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "attributes of a chat message are no JSON ({0}); its text is kept", e.getClass());
            return null;
        }
        if (json.length() > MAX_JSON) {
            LOG.log(Level.WARNING, "a chat message has {0} characters as JSON; only its text is kept", json.length());
            return null;
        }
        return StorableText.whole(json);
    }
}

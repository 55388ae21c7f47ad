package dev.daybook.spring;

import dev.daybook.internal.window.JoinedId;
import dev.daybook.internal.window.StorableText;
import dev.daybook.model.Episode;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.MediaContent;
import org.springframework.ai.session.SessionEvent;

/**
 * Converts a session event to an episode of the log and back. The messages of the episode are what was said; its
 * metadata has the rest of the event as JSON. A synthetic event was said by no one: its text is in the JSON only, so no
 * recall finds it as the words of a user.
 */
final class EventEpisode {

    /** The name of the JSON in the metadata of an episode. */
    static final String EVENT = "spring.session.event";

    private static final String PREFIX = "spring-event/";

    /** Set by the constructors of the messages. */
    private static final String MESSAGE_TYPE = "messageType";

    /**
     * A message for an episode that records and says nothing: an empty message is no turn of the session, but an
     * episode without any is not found by a search.
     */
    private static final Message SILENT = Message.assistant("");

    private EventEpisode() {}

    /** Returns an episode without a turn, with a record in its metadata. */
    static NewEpisode silent(String session, String name, Map<String, ?> fields) {
        return NewEpisode.of(SILENT)
                .session(session)
                .metadata(Map.of(name, StorableText.whole(PlainMetadata.write(fields))));
    }

    /** Returns the id of the episode of an event; events of two sessions may have one id. */
    static String id(String session, String event) {
        return JoinedId.of(PREFIX, URLEncoder.encode(session, StandardCharsets.UTF_8) + "/" + event);
    }

    static NewEpisode write(String call, String session, SessionEvent event) {
        NewEpisode episode = silent(session, EVENT, fields(call, event));
        NewEpisode spoken = event.isSynthetic()
                ? episode
                : NewEpisode.of(messages(call, event)).session(session).metadata(episode.metadata());
        return spoken.id(id(session, event.getId()))
                .occurredAt(event.getTimestamp().atOffset(ZoneOffset.UTC));
    }

    static SessionEvent read(String sessionId, Episode episode) {
        return event(
                sessionId, PlainMetadata.read(String.valueOf(episode.metadata().get(EVENT))), episode.messages());
    }

    /** Returns the parts of an event that its messages do not have; of a synthetic event all parts. */
    static Map<String, @Nullable Object> fields(String call, SessionEvent event) {
        org.springframework.ai.chat.messages.Message message = event.getMessage();
        String owner = owner(call, event);
        Map<String, Object> properties = new TreeMap<>(message.getMetadata());
        properties.remove(MESSAGE_TYPE);
        TreeMap<String, @Nullable Object> fields = new TreeMap<>();
        fields.put("id", event.getId());
        // An episode has microseconds.
        fields.put("time", event.getTimestamp().toString());
        fields.put("metadata", PlainMetadata.of(owner, event.getMetadata()));
        fields.put("properties", PlainMetadata.of(owner + ", its message", properties));
        fields.put("type", event.getMessageType().getValue());
        fields.put("branch", event.getBranch());
        fields.put("archived", event.isArchived());
        if (event.isSynthetic()) {
            List<Message> messages = messages(call, event);
            Message said = messages.get(0);
            if (messages.size() > 1 || said.hasTools() || !said.parts().isEmpty()) {
                throw new UnsupportedOperationException(
                        owner + " is synthetic and has tools or media; a synthetic event has a text");
            }
            fields.put("text", said.text());
        }
        return fields;
    }

    static SessionEvent event(String sessionId, Map<String, ?> fields, List<Message> messages) {
        List<Message> said =
                fields.get("text") == null ? messages : List.of(Message.of(text(fields, "type"), text(fields, "text")));
        return SessionEvent.builder()
                .id(text(fields, "id"))
                .sessionId(sessionId)
                .timestamp(Instant.parse(text(fields, "time")))
                .message(message(type(fields), map(fields, "properties"), said))
                .metadata(map(fields, "metadata"))
                .branch((String) fields.get("branch"))
                .archived(Boolean.TRUE.equals(fields.get("archived")))
                .build();
    }

    private static List<Message> messages(String call, SessionEvent event) {
        org.springframework.ai.chat.messages.Message message = event.getMessage();
        Class<?> type = message.getClass();
        if (type == UserMessage.class) {
            return List.of(Message.user(spoken(call, event)).withParts(parts(call, event, (UserMessage) message)));
        }
        if (type == AssistantMessage.class) {
            AssistantMessage answer = (AssistantMessage) message;
            refuseToolTypes(call, event, answer);
            return List.of(Message.assistant(spoken(call, event))
                    .withParts(parts(call, event, answer))
                    .withToolCalls(
                            answer.getToolCalls().stream().map(ChatTurns::call).toList()));
        }
        if (type == ToolResponseMessage.class
                && !((ToolResponseMessage) message).getResponses().isEmpty()) {
            return ((ToolResponseMessage) message)
                    .getResponses().stream().map(ChatTurns::result).toList();
        }
        throw new UnsupportedOperationException(owner(call, event) + " has a message of " + type.getName()
                + "; use a UserMessage, an AssistantMessage or a ToolResponseMessage with responses,"
                + " and put instructions into the system message of the prompt, which is not kept");
    }

    private static String spoken(String call, SessionEvent event) {
        String text = event.getMessage().getText();
        if (text == null) {
            throw new UnsupportedOperationException(
                    owner(call, event) + " has a message with a null text; use an empty text");
        }
        return StorableText.of(text);
    }

    /** An event comes back as it was, so it has no media whose bytes are in the message. */
    private static List<MediaPart> parts(String call, SessionEvent event, MediaContent message) {
        List<MediaPart> parts = MessageMedia.parts(message);
        if (parts.stream().anyMatch(part -> part.uri() == null)) {
            throw new UnsupportedOperationException(
                    owner(call, event) + " has media without an address; keep their bytes"
                            + " elsewhere and give their address, or leave the message out by a MessageFilter or append its text");
        }
        return parts;
    }

    private static void refuseToolTypes(String call, SessionEvent event, AssistantMessage answer) {
        for (AssistantMessage.ToolCall tool : answer.getToolCalls()) {
            if (!tool.type().equals(ChatTurns.FUNCTION)) {
                throw new UnsupportedOperationException(owner(call, event) + " has a tool call of the type '"
                        + tool.type() + "'; use " + ChatTurns.FUNCTION);
            }
        }
    }

    private static org.springframework.ai.chat.messages.Message message(
            MessageType type, Map<String, Object> properties, List<Message> said) {
        return switch (type) {
            case TOOL ->
                ToolResponseMessage.builder()
                        .responses(said.stream().map(ChatTurns::response).toList())
                        .metadata(properties)
                        .build();
            case ASSISTANT ->
                AssistantMessage.builder()
                        .content(MessageMedia.text(said.get(0)))
                        .properties(properties)
                        .media(MessageMedia.media(said.get(0)))
                        .toolCalls(said.get(0).toolCalls().stream()
                                .map(ChatTurns::toolCall)
                                .toList())
                        .build();
            case USER, SYSTEM ->
                UserMessage.builder()
                        .text(MessageMedia.text(said.get(0)))
                        .media(MessageMedia.media(said.get(0)))
                        .metadata(properties)
                        .build();
        };
    }

    private static String owner(String call, SessionEvent event) {
        return call + ": event '" + event.getId() + "'";
    }

    private static MessageType type(Map<String, ?> fields) {
        return MessageType.valueOf(text(fields, "type").toUpperCase(Locale.ROOT));
    }

    private static String text(Map<String, ?> fields, String name) {
        return String.valueOf(Objects.requireNonNull(fields.get(name), name));
    }

    @SuppressWarnings("unchecked") // Written by fields().
    private static Map<String, Object> map(Map<String, ?> fields, String name) {
        return (Map<String, Object>) Objects.requireNonNull(fields.get(name), name);
    }
}

package dev.daybook.langchain4j;

import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The user's own text of a message to which LangChain4j adds recalled contents or format instructions. The text travels
 * as an attribute of the message: augmentors copy the attributes of the message they change, and models ignore them.
 */
final class UserText {

    private static final String ATTRIBUTE = "daybook.userText";

    private UserText() {}

    /** Notes the present text of a message as the user's own. The first note stays. */
    static void mark(UserMessage message) {
        message.attributes().putIfAbsent(ATTRIBUTE, text(message));
    }

    /** Returns the texts of a message, joined by newlines; empty for a message without text. */
    static String text(UserMessage message) {
        return message.contents().stream()
                .filter(TextContent.class::isInstance)
                .map(content -> ((TextContent) content).text())
                .collect(Collectors.joining("\n"));
    }

    /** Returns whether a text other than the user's own was added to a message. */
    static boolean isAugmented(UserMessage message) {
        return message.attributes().get(ATTRIBUTE) instanceof String own && !own.equals(text(message));
    }

    /** Returns the message with the user's own text and without the note; a message without a note as it is. */
    static UserMessage own(UserMessage message) {
        if (!(message.attributes().get(ATTRIBUTE) instanceof String text)) {
            return message;
        }
        Map<String, Object> attributes = new HashMap<>(message.attributes());
        attributes.remove(ATTRIBUTE);
        return message.toBuilder()
                .contents(isAugmented(message) ? contents(message, text) : message.contents())
                .attributes(attributes)
                .build();
    }

    private static List<Content> contents(UserMessage message, String text) {
        List<Content> contents = new ArrayList<>();
        contents.add(TextContent.from(text));
        message.contents().stream()
                .filter(content -> !(content instanceof TextContent))
                .forEach(contents::add);
        return contents;
    }
}

package dev.daybook.langchain4j;

import dev.daybook.model.Message;
import org.jspecify.annotations.Nullable;

/**
 * A chat message in the form that the log keeps.
 *
 * @param message role, name, text and tool calls: the part that recall reads
 * @param json the whole chat message, if the message above does not say everything (thinking, attributes, the order of texts and images);
 *     null: it does
 */
record RecordedMessage(Message message, @Nullable String json) {}

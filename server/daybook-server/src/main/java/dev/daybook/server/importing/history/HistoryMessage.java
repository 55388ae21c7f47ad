package dev.daybook.server.importing.history;

import dev.daybook.model.Message;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A message of a chat history.
 *
 * @param id its id, unique in its session and the same in each export
 * @param time its time, or null if the history states none
 * @param model the language model that wrote it, or null
 */
public record HistoryMessage(
        String id, @Nullable OffsetDateTime time, @Nullable String model, Message message) {}

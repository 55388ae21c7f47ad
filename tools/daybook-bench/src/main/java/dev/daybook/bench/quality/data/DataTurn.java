package dev.daybook.bench.quality.data;

import dev.daybook.model.Message;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * One row of a conversation.
 *
 * @param id unique in its conversation
 * @param numbered whether the data writes the id as a number; the run then does, too
 * @param at the time of the row, or of the last one before it that has any
 */
public record DataTurn(
        String id, boolean numbered, @Nullable String session, OffsetDateTime at, Message message) {

    /** The id as the data writes it. */
    public Object writtenId() {
        return numbered && id.matches("-?\\d+") ? Long.valueOf(id) : id;
    }
}

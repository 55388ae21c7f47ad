package dev.daybook.internal.index;

import dev.daybook.model.Kind;
import dev.daybook.store.IndexRow;
import org.jspecify.annotations.Nullable;

/**
 * An entry in a scope index.
 *
 * @param row the row of the store, without the sidecars
 * @param firstMessage the number of its first message in the index; the others follow
 * @param messages the number of its messages
 */
public record EntrySlot(IndexRow row, int firstMessage, int messages) {

    /** Returns the session of its messages, or null. A summary of a session is not a part of it. */
    @Nullable
    String session() {
        return row.key().kind() == Kind.EPISODE ? row.session() : null;
    }
}

package dev.daybook.internal.index;

import dev.daybook.internal.expiry.EntryEnd;
import dev.daybook.model.Kind;
import dev.daybook.store.IndexRow;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry in a scope index.
 *
 * @param row the row of the store, without the sidecars
 * @param end the end of the entry; null: none
 * @param firstMessage the number of its first message in the index; the others follow
 * @param messages the number of its messages
 */
public record EntrySlot(IndexRow row, @Nullable Instant end, int firstMessage, int messages) {

    /** Creates the slot of a row with its sidecars. */
    public static EntrySlot of(IndexRow row, int firstMessage, int messages) {
        return new EntrySlot(row.withSidecars(Map.of()), EntryEnd.of(row), firstMessage, messages);
    }

    /** Returns whether the entry has ended at a time. */
    public boolean hasEnded(Instant now) {
        return EntryEnd.isReached(end, now);
    }

    /** Returns the session of its messages, or null. A summary of a session is not a part of it. */
    @Nullable
    String session() {
        return row.key().kind() == Kind.EPISODE ? row.session() : null;
    }
}

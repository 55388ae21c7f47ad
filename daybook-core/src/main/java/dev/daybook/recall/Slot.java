package dev.daybook.recall;

import dev.daybook.data.Kind;
import dev.daybook.spi.Row;
import org.jspecify.annotations.Nullable;

/**
 * An entry in a partition.
 *
 * @param row what the store said of it; its sidecars have been taken in and are not kept
 * @param firstMessage the number of its first message in the partition; the others follow
 * @param messages how many messages it has
 */
record Slot(Row row, int firstMessage, int messages) {

    /** The conversation that its messages belong to, or null: a summary of a session is not a part of it. */
    @Nullable
    String session() {
        return row.key().kind() == Kind.EPISODE ? row.session() : null;
    }
}

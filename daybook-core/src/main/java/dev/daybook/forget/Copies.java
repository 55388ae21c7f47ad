package dev.daybook.forget;

import dev.daybook.data.Block;
import dev.daybook.data.Note;
import dev.daybook.data.Ref;
import java.util.List;

/** Copies of entries that stay, without links to erased entries. The store assigns new positions. */
final class Copies {

    private Copies() {}

    static Note supersededBy(Note note, List<Ref> supersededBy) {
        return new Note(
                note.id(),
                0,
                0,
                note.text(),
                note.occurredAt(),
                note.recordedAt(),
                note.supersedes(),
                supersededBy,
                note.sources(),
                note.method(),
                note.origin(),
                note.trust());
    }

    /** Returns an earlier version of a block at the order of the present one, since no two blocks may share an order. */
    static Block inPlaceOf(Block present, Block earlier) {
        return copy(earlier, present.order(), present.agentWritable());
    }

    /** Returns a block with another order. */
    static Block at(Block block, int order) {
        return copy(block, order, block.agentWritable());
    }

    private static Block copy(Block earlier, int order, boolean agentWritable) {
        return new Block(
                earlier.name(),
                0,
                0,
                earlier.content(),
                order,
                agentWritable,
                earlier.maxLength(),
                earlier.updatedAt(),
                earlier.sources(),
                earlier.origin(),
                earlier.trust());
    }
}

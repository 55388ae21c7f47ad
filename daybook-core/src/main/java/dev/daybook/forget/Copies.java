package dev.daybook.forget;

import dev.daybook.data.Block;
import dev.daybook.data.Note;
import dev.daybook.data.Ref;
import java.util.List;

/** Entries that stay, without what went; their places are given anew. */
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

    /** An earlier version in the place of the present one: two blocks must not stand in one. */
    static Block inPlaceOf(Block present, Block earlier) {
        return copy(earlier, present.order(), present.agentWritable());
    }

    /** A block in another place. */
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

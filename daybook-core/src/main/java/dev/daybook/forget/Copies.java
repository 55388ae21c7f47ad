package dev.daybook.forget;

import dev.daybook.data.Block;
import dev.daybook.data.Note;
import dev.daybook.data.Ref;
import java.util.List;

/** Entries that stay, without what went; their places are given anew. */
final class Copies {

    private Copies() {}

    static Note supersededBy(Note note, List<Ref> supersededBy) {
        return note.withSupersededBy(supersededBy)
                .withProvenance(note.provenance().unwritten());
    }

    /** An earlier version in the place of the present one: two blocks must not stand in one. */
    static Block inPlaceOf(Block present, Block earlier) {
        return at(earlier, present.order()).withAgentWritable(present.agentWritable());
    }

    /** A block in another place. */
    static Block at(Block block, int order) {
        return block.withOrder(order).withProvenance(block.provenance().unwritten());
    }
}

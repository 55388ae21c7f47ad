package dev.daybook.internal.forget;

import dev.daybook.model.Block;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Note;
import java.util.List;

/** Copies of entries that stay, without links to erased entries. The store assigns new positions. */
final class RemainingEntries {

    private RemainingEntries() {}

    static Note supersededBy(Note note, List<EntryRef> supersededBy) {
        return note.withSupersededBy(supersededBy)
                .withProvenance(note.provenance().unwritten());
    }

    /**
     * Returns an earlier version of a block at the order of the present one, since no two blocks may share an order.
     */
    static Block inPlaceOf(Block present, Block earlier) {
        return at(earlier, present.order()).withAgentWritable(present.agentWritable());
    }

    /** Returns a block with another order. */
    static Block at(Block block, int order) {
        return block.withOrder(order).withProvenance(block.provenance().unwritten());
    }
}

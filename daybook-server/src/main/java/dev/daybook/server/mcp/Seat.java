package dev.daybook.server.mcp;

import dev.daybook.Memory;
import java.time.Clock;

/**
 * Where a client sits: everything it reads and writes is here, whatever its model says.
 *
 * @param session the conversation where none is named
 * @param clock says which facts hold now
 * @param agentBlocks whether a client may make blocks, besides changing those that are marked for it
 */
record Seat(Memory memory, String session, Clock clock, boolean agentBlocks) {

    /** The same, in another conversation. */
    Seat in(String other) {
        return new Seat(memory, other, clock, agentBlocks);
    }
}

package dev.daybook.server.mcp;

import dev.daybook.Memory;
import dev.daybook.server.keys.Caller;
import java.time.Clock;
import java.util.function.Function;

/**
 * Where a client sits: everything it reads and writes is here, whatever its model says.
 *
 * @param session the conversation where none is named
 * @param clock says which facts hold now
 * @param agentBlocks whether a client may make blocks, besides changing those that are marked for it
 */
record Seat(Function<Caller, Memory> memories, String session, Clock clock, boolean agentBlocks) {

    /** The memory as the owner has it: for who lives in the same process. */
    Seat(Memory memory, String session, Clock clock, boolean agentBlocks) {
        this(caller -> memory, session, clock, agentBlocks);
    }

    Memory memory() {
        return memories.apply(Caller.ANYBODY);
    }

    /** The same, in another conversation. */
    Seat in(String other) {
        return new Seat(memories, other, clock, agentBlocks);
    }

    /** The same for one caller: what it writes bears its key. */
    Seat of(Caller caller) {
        Memory memory = memories.apply(caller);
        return new Seat(one -> memory, session, clock, agentBlocks);
    }
}

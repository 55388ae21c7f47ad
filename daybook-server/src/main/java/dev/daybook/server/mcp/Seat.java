package dev.daybook.server.mcp;

import dev.daybook.Memory;
import java.time.Clock;

/**
 * Where a client sits: everything it reads and writes is here, whatever its model says.
 *
 * @param session the conversation where none is named
 * @param clock says which facts hold now
 */
record Seat(Memory memory, String session, Clock clock) {}

package dev.daybook.server.mcp;

import dev.daybook.Memory;
import dev.daybook.server.keys.AuthenticatedCaller;
import java.time.Clock;
import java.util.function.Function;

/**
 * The context of an MCP client: its scope, which the model cannot leave, its session and its options.
 *
 * @param session the session of calls that name none
 * @param clock the current time, for the validity of facts
 * @param agents the permissions of the client
 * @param speaksForUser whether its messages in the role of the user are the user's own words
 */
record McpContext(
        Function<AuthenticatedCaller, Memory> memories,
        String session,
        Clock clock,
        AgentOptions agents,
        boolean speaksForUser) {

    /** Creates a context of an agent, whose memory depends on the caller. */
    McpContext(Function<AuthenticatedCaller, Memory> memories, String session, Clock clock, AgentOptions agents) {
        this(memories, session, clock, agents, false);
    }

    /** Creates a context without access limits, for a client with a process of its own. */
    McpContext(Memory memory, String session, Clock clock, AgentOptions agents) {
        this(caller -> memory, session, clock, agents);
    }

    Memory memory() {
        return memories.apply(AuthenticatedCaller.ANYBODY);
    }

    /** Returns a copy for another session. */
    McpContext in(String other) {
        return new McpContext(memories, other, clock, agents, speaksForUser);
    }

    /** Returns a copy for one caller, whose key is recorded with its writes. */
    McpContext of(AuthenticatedCaller caller) {
        Memory memory = memories.apply(caller);
        return new McpContext(one -> memory, session, clock, agents, caller.speaksForUser());
    }
}

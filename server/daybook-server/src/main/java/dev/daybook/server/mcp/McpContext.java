package dev.daybook.server.mcp;

import dev.daybook.Memory;
import java.time.Clock;

/**
 * The context of a call: the memory of its caller, which the model cannot leave, its session and its options.
 *
 * @param session the session of calls that name none
 * @param clock the current time, for the validity of facts
 * @param agents the permissions of the client
 * @param speaksForUser whether its messages in the role of the user are the user's own words
 */
record McpContext(Memory memory, String session, Clock clock, AgentOptions agents, boolean speaksForUser) {}

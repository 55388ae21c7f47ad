/**
 * Long-term memory for agents of AgentScope: {@link dev.daybook.agentscope.DaybookMiddleware}. Needs {@code
 * io.agentscope:agentscope-core}, which this artifact does not bring.
 */
@NullMarked
package dev.daybook.agentscope;

import org.jspecify.annotations.NullMarked;

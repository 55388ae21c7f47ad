package dev.daybook.server.mcp;

/**
 * The permissions of MCP clients beyond the tools that every client has.
 *
 * @param blocks whether they may create blocks, besides changing agent-writable ones
 * @param files whether they have the tools of memory files
 */
public record AgentOptions(boolean blocks, boolean files) {

    public static final AgentOptions NONE = new AgentOptions(false, false);
}

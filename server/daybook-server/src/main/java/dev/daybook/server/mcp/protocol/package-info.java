/** Messages, versions and errors of the Model Context Protocol (MCP), without a transport. */
@NullMarked
package dev.daybook.server.mcp.protocol;

import org.jspecify.annotations.NullMarked;

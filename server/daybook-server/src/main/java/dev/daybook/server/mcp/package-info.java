/** The memory as tools, resources and a prompt of the Model Context Protocol (MCP), over stdio and HTTP. */
@NullMarked
package dev.daybook.server.mcp;

import org.jspecify.annotations.NullMarked;

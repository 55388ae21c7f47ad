/** The memory as tools, resources and a prompt of the Model Context Protocol, over stdio and over HTTP. */
@NullMarked
package dev.daybook.server.mcp;

import org.jspecify.annotations.NullMarked;

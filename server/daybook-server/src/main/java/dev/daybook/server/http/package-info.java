/** The HTTP server: dispatch of calls to their routes, answers, streams, MCP, the explorer and the operator's endpoints. */
@NullMarked
package dev.daybook.server.http;

import org.jspecify.annotations.NullMarked;

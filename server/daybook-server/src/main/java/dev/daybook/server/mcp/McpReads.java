package dev.daybook.server.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import java.util.function.Function;

/** A read on behalf of the caller in the context, after a check of the caller's right. */
interface McpReads {
    <T> T read(McpTransportContext context, Function<McpContext, T> reading);
}

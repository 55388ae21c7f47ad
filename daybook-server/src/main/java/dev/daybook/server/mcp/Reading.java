package dev.daybook.server.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import java.util.concurrent.Callable;

/** Reads for whom the context names, if they may. */
interface Reading {
    <T> T read(McpTransportContext context, Callable<T> reading);
}

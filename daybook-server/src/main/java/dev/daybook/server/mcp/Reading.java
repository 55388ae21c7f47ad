package dev.daybook.server.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import java.util.function.Function;

/** Reads for whom the context names, if they may; a read is given the memory as they have it. */
interface Reading {
    <T> T read(McpTransportContext context, Function<Seat, T> reading);
}

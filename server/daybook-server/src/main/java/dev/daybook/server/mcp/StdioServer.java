package dev.daybook.server.mcp;

import dev.daybook.Memory;
import io.modelcontextprotocol.server.McpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Serves one scope to one client over stdio. */
public final class StdioServer {

    private StdioServer() {}

    /**
     * Serves until the input ends; all requests before its end are answered.
     *
     * @param session the session of calls that name none; null: one for this connection
     * @param agents the permissions of the client
     * @param out receives only messages of the protocol, one a line
     * @throws IOException if an answer cannot be written
     */
    public static void serve(
            Memory memory, @Nullable String session, AgentOptions agents, InputStream in, OutputStream out)
            throws IOException {
        StdioTransport transport = new StdioTransport(in, out);
        Clock clock = Clock.systemUTC();
        String memorySession = session == null ? ConnectionSession.begun(clock) : session;
        McpContext mcpContext = new McpContext(memory, memorySession, clock, agents);
        new MemoryServer(mcpContext, McpCalls.HERE).over(McpServer.sync(transport));
        transport.run();
    }
}

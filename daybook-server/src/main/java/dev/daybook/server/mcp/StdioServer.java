package dev.daybook.server.mcp;

import dev.daybook.Memory;
import io.modelcontextprotocol.server.McpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Serves one scope to one client, line by line. */
public final class StdioServer {

    private StdioServer() {}

    /**
     * Serves until the input ends; every request that came before is answered then.
     *
     * @param session the conversation where a call names none; null: one of this connection's own
     * @param agentBlocks whether the client may make blocks, besides changing those that are marked for it
     * @param out gets nothing but messages of the protocol, each on a line of its own
     * @throws IOException if an answer cannot be written
     */
    public static void serve(
            Memory memory, @Nullable String session, boolean agentBlocks, InputStream in, OutputStream out)
            throws IOException {
        StdioTransport transport = new StdioTransport(in, out);
        Clock clock = Clock.systemUTC();
        String conversation = session == null ? ConnectionSession.begun(clock) : session;
        Seat seat = new Seat(memory, conversation, clock, agentBlocks);
        new MemoryServer(seat, Calls.HERE).over(McpServer.sync(transport));
        transport.run();
    }
}

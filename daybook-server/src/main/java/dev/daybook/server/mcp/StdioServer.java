package dev.daybook.server.mcp;

import dev.daybook.Memory;
import io.modelcontextprotocol.server.McpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;

/** Serves one scope to one client, line by line. */
public final class StdioServer {

    private StdioServer() {}

    /**
     * Serves until the input ends; every request that came before is answered then.
     *
     * @param session the conversation where a call names none
     * @param out gets nothing but messages of the protocol, each on a line of its own
     * @throws IOException if an answer cannot be written
     */
    public static void serve(Memory memory, String session, InputStream in, OutputStream out) throws IOException {
        StdioTransport transport = new StdioTransport(in, out);
        Seat seat = new Seat(memory, session, Clock.systemUTC());
        new MemoryServer(seat, Calls.HERE).over(McpServer.sync(transport));
        transport.run();
    }
}

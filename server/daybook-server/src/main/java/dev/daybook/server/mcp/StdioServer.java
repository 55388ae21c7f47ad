package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.Memory;
import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.mcp.protocol.McpMessage;
import dev.daybook.server.mcp.protocol.McpProtocol;
import dev.daybook.server.mcp.protocol.McpRequest;
import dev.daybook.server.mcp.protocol.ProtocolException;
import dev.daybook.server.mcp.protocol.ProtocolVersion;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves one scope to one client over stdio, one message a line. It handles each line before it reads the next, so answers
 * keep the order of the requests and a request may depend on an earlier one.
 */
public final class StdioServer {

    /** The limit of an HTTP body. */
    static final int MAX_LINE_LENGTH = 16 << 20;

    private final McpProtocol protocol;
    private final String session;
    private boolean isOpen;

    private StdioServer(McpProtocol protocol, String session) {
        this.protocol = protocol;
        this.session = session;
    }

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
        Clock clock = Clock.systemUTC();
        MemoryServer methods = new MemoryServer(caller -> memory, McpCalls.HERE, agents, clock);
        StdioServer server =
                new StdioServer(new McpProtocol(methods), session == null ? ConnectionSession.begun(clock) : session);
        InputStream buffered = new BufferedInputStream(in);
        for (byte[] line = line(buffered); line != null; line = line(buffered)) {
            Map<String, @Nullable Object> answer = server.answer(line);
            if (answer != null) {
                out.write((PlainJson.write(answer) + "\n").getBytes(UTF_8));
                out.flush();
            }
        }
    }

    /** Reads the next line without its end; null at the end of the input. A line over the limit is cut. */
    private static byte @Nullable [] line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            if (line.size() <= MAX_LINE_LENGTH) {
                line.write(next);
            }
        }
        return line.toByteArray();
    }

    private @Nullable Map<String, @Nullable Object> answer(byte[] line) {
        if (line.length > MAX_LINE_LENGTH) {
            return new ProtocolException(
                            ProtocolException.INVALID_REQUEST,
                            "the line has more than " + MAX_LINE_LENGTH + " bytes; send less at a time")
                    .answer(null);
        }
        if (new String(line, UTF_8).isBlank()) {
            return null;
        }
        try {
            McpRequest request =
                    McpMessage.read(line).request(AuthenticatedCaller.ANYBODY, HeapReservation.UNLIMITED, session);
            return request == null ? null : answer(request);
        } catch (ProtocolException e) {
            return e.answer();
        }
    }

    private Map<String, @Nullable Object> answer(McpRequest request) {
        if (ProtocolVersion.of(request.parameters()) != null || request.method().equals(McpProtocol.DISCOVER)) {
            return protocol.stateless(request);
        }
        isOpen |= request.method().equals(McpProtocol.INITIALIZE);
        if (!isOpen && !request.method().equals(McpProtocol.PING)) {
            return new ProtocolException(
                            ProtocolException.INVALID_REQUEST, "the session is not open; send 'initialize' first")
                    .answer(request.id());
        }
        return protocol.withHandshake(request, ProtocolVersion.WITH_HANDSHAKE);
    }
}

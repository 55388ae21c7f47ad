package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.mcp.protocol.McpMessage;
import dev.daybook.server.mcp.protocol.McpProtocol;
import dev.daybook.server.mcp.protocol.ProtocolVersion;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The stdio of an MCP client whose server may be another process, which can end before the client does. Each server gets
 * a connection of its own. When one breaks, the next begins with the client's handshake, whose answer the client has
 * already, and with the requests that the broken one did not answer. A write among those may have taken effect: unless an
 * idempotency key makes a repetition harmless, the client is told so instead. A call of {@code remember} that goes to another
 * process gets such a key. Thread-safe.
 */
public final class ClientLines {

    /** Tools whose call may be repeated: they change nothing. */
    private static final List<String> READING =
            List.of("recall", "context", "list_facts", "search_notes", "get_blocks", "memory_view");

    private static final String LOST = "the process that held the memory ended before it answered; look whether the"
            + " call took effect before you repeat it";

    /** Beyond it the client waits until a server has read some lines. */
    private static final long MAX_UNREAD_BYTES = 2L * StdioServer.MAX_LINE_LENGTH;

    private final OutputStream client;

    /** Lines of the client that no connection has read. */
    private final Deque<byte[]> unread = new ArrayDeque<>();

    /** Requests without an answer, by their id as JSON; the refusal of one with another id could not name it. */
    private final Map<String, byte[]> unanswered = new LinkedHashMap<>();

    private final List<byte[]> handshake = new ArrayList<>();
    private @Nullable String handshakeId;
    private long unreadBytes;
    private boolean isGreeted;
    private boolean isEnded;

    /** Creates the lines of a client and begins to read them, on a thread of its own. */
    public ClientLines(InputStream in, OutputStream client) {
        this.client = client;
        Thread reader = new Thread(() -> read(new BufferedInputStream(in)), "daybook-client");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(InputStream in) {
        try {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = in.read(); next >= 0; next = in.read()) {
                // A longer line is refused by its length.
                if (line.size() <= StdioServer.MAX_LINE_LENGTH || next == '\n') {
                    line.write(next);
                }
                if (next == '\n') {
                    add(line.toByteArray());
                    line.reset();
                }
            }
            add(line.toByteArray());
        } catch (IOException closed) {
            // The same as the end of the input: the client is gone.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            isEnded = true;
            notifyAll();
        }
    }

    private synchronized void add(byte[] line) throws InterruptedException {
        while (unreadBytes > MAX_UNREAD_BYTES) {
            wait();
        }
        if (line.length > 0) {
            unread.addLast(line);
            unreadBytes += line.length;
            notifyAll();
        }
    }

    /**
     * Opens a connection for the next server. At most one is open.
     *
     * @param isRemote whether the server is another process
     */
    public synchronized Connection connect(boolean isRemote) {
        Deque<byte[]> again = new ArrayDeque<>(isGreeted ? handshake : List.of());
        unanswered.values().stream().filter(line -> !isLost(line)).forEach(again::addLast);
        unanswered.clear();
        while (!again.isEmpty()) {
            byte[] last = again.removeLast();
            unread.addFirst(last);
            unreadBytes += last.length;
        }
        return new Connection(isGreeted, isRemote);
    }

    /** Tells the client that a request may have taken effect; returns false if the request can be repeated. */
    private boolean isLost(byte[] line) {
        Map<String, @Nullable Object> request = parsed(line);
        if (isRepeatable(request)) {
            return false;
        }
        Map<String, @Nullable Object> answer = PlainJson.object("jsonrpc", "2.0");
        answer.put("id", request.get("id"));
        Map<String, @Nullable Object> result = MemoryTool.refusal(LOST);
        if (request.get("params") instanceof Map<?, ?> call && ProtocolVersion.of(call) != null) {
            result.put(McpProtocol.RESULT_TYPE, McpProtocol.COMPLETE);
        }
        answer.put("result", result);
        try {
            write((PlainJson.write(answer) + "\n").getBytes(UTF_8));
        } catch (IOException gone) {
            // The client is gone, and the end of its input ends the server.
        }
        return true;
    }

    private static boolean isRepeatable(Map<String, @Nullable Object> request) {
        if (!"tools/call".equals(request.get("method")) || !(request.get("params") instanceof Map<?, ?> call)) {
            return true;
        }
        boolean hasKey = call.get("arguments") instanceof Map<?, ?> arguments
                && arguments.get(WritingTools.IDEMPOTENCY_KEY) != null;
        return hasKey || READING.contains(String.valueOf(call.get("name")));
    }

    /** Adds an idempotency key to a call of {@code remember} without one. */
    private static byte[] keyed(byte[] line) {
        Map<String, @Nullable Object> request = parsed(line);
        if (!(request.get("params") instanceof Map<?, ?> call)
                || !"remember".equals(call.get("name"))
                || !(call.get("arguments") instanceof Map<?, ?> arguments)
                || arguments.get("id") != null
                || arguments.get(WritingTools.IDEMPOTENCY_KEY) != null) {
            return line;
        }
        Map<Object, @Nullable Object> withKey = new LinkedHashMap<>(arguments);
        withKey.put(WritingTools.IDEMPOTENCY_KEY, UUID.randomUUID().toString());
        Map<Object, @Nullable Object> again = new LinkedHashMap<>(call);
        again.put("arguments", withKey);
        request.put("params", again);
        return (PlainJson.write(request) + "\n").getBytes(UTF_8);
    }

    private static Map<String, @Nullable Object> parsed(byte[] line) {
        try {
            // Strictly: a line that the server refuses must not become another one here.
            return PlainJson.readObject(
                    UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString());
        } catch (CharacterCodingException | IllegalArgumentException noMessage) {
            return new LinkedHashMap<>();
        }
    }

    private void sent(byte[] line) {
        Map<String, @Nullable Object> message = parsed(line);
        Object method = message.get("method");
        if (McpMessage.isId(message.get("id")) && method != null) {
            unanswered.put(PlainJson.write(message.get("id")), line);
        }
        if (!isGreeted && "initialize".equals(method)) {
            handshake.clear();
            handshake.add(line);
            handshakeId = PlainJson.write(message.get("id"));
        } else if (handshake.size() == 1 && "notifications/initialized".equals(method)) {
            handshake.add(line);
        }
    }

    /** Passes a message to the client; returns whether it was the answer to a repeated handshake, which is kept back. */
    private boolean answered(byte[] line, boolean isRepeated) throws IOException {
        Map<String, @Nullable Object> message = parsed(line);
        String id = message.get("method") == null ? PlainJson.write(message.get("id")) : "";
        unanswered.remove(id);
        boolean isHandshake = id.equals(handshakeId);
        if (isHandshake && isRepeated) {
            return true;
        }
        isGreeted |= isHandshake;
        write(line);
        return false;
    }

    private void write(byte[] line) throws IOException {
        client.write(line);
        client.flush();
    }

    /** The streams of one server. */
    public final class Connection {

        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private final boolean isRemote;

        /** The rest of the line that the server reads. */
        private ByteArrayInputStream rest = new ByteArrayInputStream(new byte[0]);

        private boolean isRepeated;
        private boolean isClosed;

        private Connection(boolean isRepeated, boolean isRemote) {
            this.isRepeated = isRepeated;
            this.isRemote = isRemote;
        }

        /** Returns the lines of the client; they end with the client's input, or with the connection. */
        public InputStream in() {
            return new InputStream() {
                @Override
                public int read() throws IOException {
                    byte[] one = new byte[1];
                    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
                }

                @Override
                public int read(byte[] bytes, int from, int length) throws IOException {
                    return take(bytes, from, length);
                }
            };
        }

        /** Returns the way to the client, a whole line at a time. */
        public OutputStream out() {
            return new OutputStream() {
                @Override
                public void write(int one) throws IOException {
                    write(new byte[] {(byte) one}, 0, 1);
                }

                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    give(bytes, from, length);
                }
            };
        }

        /** Closes the connection: a request that its server reads no more goes to the next one. */
        public void close() {
            synchronized (ClientLines.this) {
                isClosed = true;
                ClientLines.this.notifyAll();
            }
        }

        private int take(byte[] bytes, int from, int length) throws IOException {
            synchronized (ClientLines.this) {
                while (rest.available() == 0) {
                    if (isClosed || unread.isEmpty() && isEnded) {
                        return -1;
                    }
                    if (unread.isEmpty()) {
                        await();
                    } else {
                        byte[] next = unread.removeFirst();
                        unreadBytes -= next.length;
                        ClientLines.this.notifyAll();
                        byte[] sent = isRemote ? keyed(next) : next;
                        sent(sent);
                        rest = new ByteArrayInputStream(sent);
                    }
                }
                return rest.read(bytes, from, length);
            }
        }

        private void await() throws IOException {
            try {
                ClientLines.this.wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for the client", e);
            }
        }

        private void give(byte[] bytes, int from, int length) throws IOException {
            synchronized (ClientLines.this) {
                for (int i = from; i < from + length && !isClosed; i++) {
                    line.write(bytes[i]);
                    if (bytes[i] == '\n') {
                        isRepeated &= !answered(line.toByteArray(), isRepeated);
                        line.reset();
                    }
                }
            }
        }
    }
}

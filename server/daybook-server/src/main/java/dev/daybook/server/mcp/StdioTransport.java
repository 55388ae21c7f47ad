package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.internal.json.PlainJson;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The stdio transport: one message a line. The SDK's own drops unanswered requests when the input ends, and stops at
 * the first invalid line. This one handles each line before it reads the next, so answers keep the order of the
 * requests and a request may depend on an earlier one.
 */
final class StdioTransport implements McpServerTransportProvider, McpServerTransport {

    /** The limit of an HTTP body. */
    static final int MAX_LINE_LENGTH = 16 << 20;

    private final McpJsonMapper mapper = McpJsonDefaults.getMapper();
    private final InputStream in;
    private final OutputStream out;
    private @Nullable McpServerSession session;
    private @Nullable Throwable failure;
    private boolean isOpen;

    StdioTransport(InputStream in, OutputStream out) {
        this.in = new BufferedInputStream(in);
        this.out = out;
    }

    /** Handles all messages until the input ends. */
    void run() throws IOException {
        for (byte[] line = line(); line != null; line = line()) {
            handle(line);
            if (failure != null) {
                throw new IOException("cannot write the answer: " + failure.getMessage(), failure);
            }
        }
    }

    private void handle(byte[] line) throws IOException {
        if (line.length > MAX_LINE_LENGTH) {
            refuse(
                    ErrorCodes.INVALID_REQUEST,
                    "the line has more than " + MAX_LINE_LENGTH + " bytes; send less at a time");
            return;
        }
        JSONRPCMessage message;
        try {
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
            if (text.isBlank()) {
                return;
            }
            message = McpSchema.deserializeJsonRpcMessage(mapper, text);
        } catch (IOException | RuntimeException e) {
            refuse(
                    ErrorCodes.PARSE_ERROR,
                    "the line is not a JSON-RPC 2.0 message; send one JSON object in UTF-8 a line");
            return;
        }
        if (message instanceof JSONRPCRequest request && !isOpen) {
            isOpen = request.method().equals(McpSchema.METHOD_INITIALIZE);
            if (!isOpen) {
                // The SDK would wait for a handshake that may never come.
                write(PlainJson.write(unopened(request)));
                return;
            }
        }
        Objects.requireNonNull(session, "the server was not built")
                .handle(message)
                .subscribe(done -> {}, e -> {
                    // A handler's failure has been answered by now, so this is a failure of the stream.
                    failure = e;
                });
    }

    /** Reads the next line without its end; null at the end of the input. A line over the limit is cut. */
    private byte @Nullable [] line() throws IOException {
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

    private void refuse(int code, String message) throws IOException {
        write(PlainJson.write(ProtocolVersion.error(null, code, message, null)));
    }

    private static Map<String, @Nullable Object> unopened(JSONRPCRequest request) {
        Object id =
                request.id() instanceof Number number ? Long.valueOf(number.longValue()) : String.valueOf(request.id());
        String version = ProtocolVersion.of(request.params());
        return version == null
                ? ProtocolVersion.error(
                        id, ErrorCodes.INVALID_REQUEST, "the session is not open; send 'initialize' first", null)
                : ProtocolVersion.refusal(id, version);
    }

    private synchronized void write(String message) throws IOException {
        out.write((message + "\n").getBytes(UTF_8));
        out.flush();
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        return Mono.fromRunnable(() -> {
            try {
                write(mapper.writeValueAsString(message));
            } catch (IOException e) {
                failure = e;
            }
        });
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return mapper.convertValue(data, type);
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory factory) {
        session = factory.create(this);
    }

    @Override
    public Mono<Void> notifyClients(String method, Object parameters) {
        return session == null ? Mono.empty() : session.sendNotification(method, parameters);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }

    @Override
    public void close() {
        // The caller owns and closes the streams.
    }

    @Override
    public List<String> protocolVersions() {
        return ProtocolVersion.SPOKEN;
    }
}

package dev.daybook.server.mcp.protocol;

import dev.daybook.internal.json.PlainJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A refusal that the client gets as an error of JSON-RPC. */
public final class ProtocolException extends RuntimeException {

    static final int PARSE_ERROR = -32_700;
    public static final int INVALID_REQUEST = -32_600;
    public static final int METHOD_NOT_FOUND = -32_601;
    public static final int INVALID_PARAMS = -32_602;
    public static final int INTERNAL_ERROR = -32_603;

    /** Only of the versions with a handshake; the one without says {@link #INVALID_PARAMS}. */
    public static final int RESOURCE_NOT_FOUND = -32_002;

    /** A header differs from the field of the message that it repeats. */
    public static final int HEADER_MISMATCH = -32_020;

    static final int UNSUPPORTED_VERSION = -32_022;

    private static final long serialVersionUID = 1;

    private final int code;
    private final transient @Nullable Object data;

    /** The id of a message that is no request; null: it has none that could be read. */
    private final transient @Nullable Object id;

    public ProtocolException(int code, String message) {
        this(code, message, null);
    }

    public ProtocolException(int code, String message, @Nullable Object data) {
        this(code, message, data, null);
    }

    private ProtocolException(int code, String message, @Nullable Object data, @Nullable Object id) {
        super(message);
        this.code = code;
        this.data = data;
        this.id = id;
    }

    /** @param id of the message; null: it has none that an answer could name */
    static ProtocolException invalidRequest(@Nullable Object id, String message) {
        return new ProtocolException(INVALID_REQUEST, message, null, id);
    }

    public static ProtocolException unknownMethod(String method) {
        return new ProtocolException(METHOD_NOT_FOUND, "Method not found: " + method);
    }

    int code() {
        return code;
    }

    /** Returns the answer to a message that is no request: with its id, if that could be read. */
    public Map<String, @Nullable Object> answer() {
        return answer(id);
    }

    /** Returns the answer to a request; a null id is that of a message that could not be read. */
    public Map<String, @Nullable Object> answer(@Nullable Object id) {
        return answer(id, code);
    }

    public Map<String, @Nullable Object> answer(@Nullable Object id, int otherCode) {
        Map<String, @Nullable Object> error = PlainJson.object("code", otherCode);
        error.put("message", getMessage());
        if (data != null) {
            error.put("data", data);
        }
        return McpMessage.answer(id, "error", error);
    }
}

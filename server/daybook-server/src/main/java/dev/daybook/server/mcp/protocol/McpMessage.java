package dev.daybook.server.mcp.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.keys.AuthenticatedCaller;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message of a client, in JSON-RPC 2.0.
 *
 * @param id of a request, a text or a whole number; null: the client expects no answer
 * @param method null: an answer of the client, as to the pings of other servers
 */
public record McpMessage(@Nullable Object id, @Nullable String method, Map<String, @Nullable Object> parameters) {

    private static final String VERSION = "2.0";

    /**
     * Reads a message.
     *
     * @throws ProtocolException if it is none: a parse error if it is no JSON object, otherwise an invalid request with
     *     the id of the message
     */
    public static McpMessage read(byte[] json) {
        Map<String, @Nullable Object> fields;
        try {
            fields = PlainJson.readObject(
                    UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString());
        } catch (CharacterCodingException e) {
            throw new ProtocolException(ProtocolException.PARSE_ERROR, problem("it is not UTF-8"));
        } catch (IllegalArgumentException e) {
            throw new ProtocolException(ProtocolException.PARSE_ERROR, problem(String.valueOf(e.getMessage())));
        }
        if (!VERSION.equals(fields.get("jsonrpc"))) {
            throw invalid(fields, "'jsonrpc' is not \"2.0\"");
        }
        if (!(fields.get("method") instanceof String method)) {
            if (!isAnswer(fields)) {
                throw invalid(fields, "it has no 'method'");
            }
            return new McpMessage(null, null, Map.of());
        }
        Object id = fields.get("id");
        if (fields.containsKey("id") && !isId(id)) {
            throw invalid(fields, "'id' is neither a text nor a whole number");
        }
        Object parameters = fields.get("params");
        // An empty array is how some languages write an empty map.
        if (parameters != null && !(parameters instanceof Map) && !parameters.equals(List.of())) {
            throw invalid(fields, "'params' is no object");
        }
        return new McpMessage(id, method, object(parameters));
    }

    /** Tests whether a value is the id of a request. */
    public static boolean isId(@Nullable Object id) {
        return id instanceof String || id instanceof Long;
    }

    /** Tests whether a message is the client's answer, whose id is that of a request of the server. */
    private static boolean isAnswer(Map<String, @Nullable Object> fields) {
        return !fields.containsKey("method") && (fields.containsKey("result") || fields.containsKey("error"));
    }

    /**
     * Returns the answer to a message.
     *
     * @param member {@code result} or {@code error}
     */
    static Map<String, @Nullable Object> answer(
            @Nullable Object id, String member, Map<String, @Nullable Object> value) {
        Map<String, @Nullable Object> answer = PlainJson.object("jsonrpc", VERSION);
        answer.put("id", id);
        answer.put(member, value);
        return answer;
    }

    private static ProtocolException invalid(Map<String, @Nullable Object> fields, String reason) {
        Object id = fields.get("id");
        return ProtocolException.invalidRequest(isId(id) && !isAnswer(fields) ? id : null, problem(reason));
    }

    private static String problem(String reason) {
        return "this is not a message of JSON-RPC 2.0: " + reason + "; send one object at a time";
    }

    private static Map<String, @Nullable Object> object(@Nullable Object value) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> object.put(String.valueOf(name), member));
        }
        return object;
    }

    /** Returns the message as a request of a caller; null if it is none. */
    @Nullable
    public McpRequest request(AuthenticatedCaller caller, HeapReservation room, String session) {
        return id == null || method == null ? null : new McpRequest(id, method, parameters, caller, room, session);
    }
}

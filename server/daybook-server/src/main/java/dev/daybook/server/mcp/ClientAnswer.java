package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.internal.json.PlainJson;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A client's answer to a ping. A load balancer may bring it to a server that did not ask, and the SDK calls that an
 * error, which ends the connection of some clients. Nothing depends on the answer, so every server accepts it.
 */
final class ClientAnswer {

    /** An answer to a ping has some dozen bytes; a longer body goes to the SDK without being read here. */
    static final int MAX_LENGTH = 1024;

    private ClientAnswer() {}

    /** Returns whether the body is short enough for an answer to a ping. */
    static boolean isPossible(HttpServletRequest request) {
        long length = request.getContentLengthLong();
        return request.getMethod().equals("POST") && length > 0 && length <= MAX_LENGTH;
    }

    /** Returns whether a body is an answer in JSON-RPC. */
    static boolean isIn(byte[] body) {
        Map<String, @Nullable Object> message;
        try {
            message = PlainJson.readObject(new String(body, UTF_8));
        } catch (IllegalArgumentException e) {
            return false; // the SDK has the error for it
        }
        return !message.containsKey("method") && (message.containsKey("result") || message.containsKey("error"));
    }
}

package dev.daybook.server.http.routes;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a route.
 *
 * @param body a map or a list, written as JSON
 */
public record HttpReply(int status, @Nullable Object body, Map<String, String> headers) {

    public static HttpReply ok(Object body) {
        return new HttpReply(200, body, Map.of());
    }

    static HttpReply created(Object body) {
        return new HttpReply(201, body, Map.of());
    }

    static HttpReply accepted(Object body) {
        return new HttpReply(202, body, Map.of());
    }

    HttpReply header(String name, String value) {
        return new HttpReply(status, body, Map.of(name, value));
    }
}

package dev.daybook.server.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a route.
 *
 * @param body a map or a list, written as JSON
 */
record Reply(int status, @Nullable Object body, Map<String, String> headers) {

    static Reply ok(Object body) {
        return new Reply(200, body, Map.of());
    }

    static Reply created(Object body) {
        return new Reply(201, body, Map.of());
    }

    Reply header(String name, String value) {
        return new Reply(status, body, Map.of(name, value));
    }
}

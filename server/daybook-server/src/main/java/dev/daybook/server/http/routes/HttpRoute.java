package dev.daybook.server.http.routes;

import dev.daybook.access.AccessRight;
import dev.daybook.server.admission.CallPace;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A route of the REST interface.
 *
 * @param path in the notation of OpenAPI; {@code S} at its beginning means each kind of scope
 * @param right the right that a caller needs; null: none but a valid key
 * @param pace whether it may take longer than a write
 * @param conditional whether it evaluates the conditions of a request, see {@code EntityTags}
 */
public record HttpRoute(
        String method, String path, @Nullable AccessRight right, CallPace pace, boolean conditional, Handler handler) {

    /** Answers a call; its body has been read, and it runs on a thread that may block. */
    public interface Handler {
        HttpReply handle(HttpCall call) throws Exception;
    }

    private static final List<String> SCOPES = List.of(
            "/v1/spaces/{space}/users/{user}",
            "/v1/spaces/{space}/users/{user}/agents/{agent}",
            "/v1/spaces/{space}/agents/{agent}",
            "/v1/spaces/{space}/anonymous",
            "/v1/spaces/{space}/shared");

    public static HttpRoute get(String path, Handler handler) {
        return new HttpRoute("GET", path, AccessRight.READ, CallPace.QUICK, false, handler);
    }

    public static HttpRoute post(String path, AccessRight right, Handler handler) {
        return new HttpRoute("POST", path, right, CallPace.QUICK, false, handler);
    }

    static HttpRoute put(String path, AccessRight right, Handler handler) {
        return new HttpRoute("PUT", path, right, CallPace.QUICK, false, handler);
    }

    static HttpRoute delete(String path, Handler handler) {
        return new HttpRoute("DELETE", path, AccessRight.FORGET, CallPace.QUICK, false, handler);
    }

    HttpRoute slow() {
        return new HttpRoute(method, path, right, CallPace.SLOW, conditional, handler);
    }

    /** Returns the pace of one call: only a call that asks to wait uses the bulkhead for waiting. */
    public CallPace pace(Map<String, List<String>> query) {
        return pace == CallPace.SLOW && query.containsKey("wait") ? CallPace.WAIT : pace;
    }

    /** Returns the route of a write that evaluates the conditions of its request. */
    HttpRoute evaluatingConditions() {
        return new HttpRoute(method, path, right, pace, true, handler);
    }

    /** Returns the route for callers with any rights. */
    HttpRoute withoutRight() {
        return new HttpRoute(method, path, null, pace, conditional, handler);
    }

    /** Returns whether a call changes nothing, so that it can be refused after it has begun. */
    public boolean reads() {
        return method.equals("GET") || right == AccessRight.READ;
    }

    HttpRoute right(AccessRight other) {
        return new HttpRoute(method, path, other, pace, conditional, handler);
    }

    /** Returns the paths of the route: several for a route of a scope. */
    public Stream<String> paths() {
        return path.startsWith("S/") ? SCOPES.stream().map(scope -> scope + path.substring(1)) : Stream.of(path);
    }
}

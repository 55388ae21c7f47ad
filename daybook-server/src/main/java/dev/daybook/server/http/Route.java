package dev.daybook.server.http;

import dev.daybook.server.keys.Right;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A route of the REST interface.
 *
 * @param path in the notation of OpenAPI; {@code S} at its beginning stands for the three kinds of scope
 * @param pace whether it may take longer than a write
 */
record Route(String method, String path, Right right, Pace pace, Handler handler) {

    /** Answers a call; its body has been read, and it runs on a thread that may block. */
    interface Handler {
        Reply handle(Call call);
    }

    /** Slow and waiting calls have their own worker pools, so that they never delay the others. */
    enum Pace {
        QUICK,
        SLOW,
        /** Mostly waits. */
        WAIT
    }

    private static final List<String> SCOPES =
            List.of("/v1/spaces/{space}/users/{user}", "/v1/spaces/{space}/anonymous", "/v1/spaces/{space}/shared");

    static Route get(String path, Handler handler) {
        return new Route("GET", path, Right.READ, Pace.QUICK, handler);
    }

    static Route post(String path, Right right, Handler handler) {
        return new Route("POST", path, right, Pace.QUICK, handler);
    }

    static Route put(String path, Right right, Handler handler) {
        return new Route("PUT", path, right, Pace.QUICK, handler);
    }

    static Route delete(String path, Handler handler) {
        return new Route("DELETE", path, Right.FORGET, Pace.QUICK, handler);
    }

    Route slow() {
        return new Route(method, path, right, Pace.SLOW, handler);
    }

    /** Returns the pace of one call: only a call that asks to wait uses the pool for waiting. */
    Pace pace(Map<String, List<String>> query) {
        return pace == Pace.SLOW && query.containsKey("wait") ? Pace.WAIT : pace;
    }

    Route right(Right other) {
        return new Route(method, path, other, pace, handler);
    }

    /** Returns the paths of the route: three for a route of a scope. */
    Stream<String> paths() {
        return path.startsWith("S/") ? SCOPES.stream().map(scope -> scope + path.substring(1)) : Stream.of(path);
    }
}

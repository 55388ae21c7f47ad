package dev.daybook.server.http;

import dev.daybook.server.keys.Right;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One call of the interface.
 *
 * @param path as OpenAPI writes it; {@code S} at its beginning stands for the three kinds of scope
 * @param pace whether it may take longer than a write takes
 */
record Route(String method, String path, Right right, Pace pace, Handler handler) {

    /** Answers a call; its body was read before, and it runs where it may block. */
    interface Handler {
        Reply handle(Call call);
    }

    /** Slow calls and waiting ones have lanes of their own, so that they never hold up the others. */
    enum Pace {
        QUICK,
        SLOW,
        /** It does little but wait. */
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

    /** The pace of one call: one that asks to wait for an end holds nobody up who only asks. */
    Pace pace(Map<String, List<String>> query) {
        return pace == Pace.SLOW && query.containsKey("wait") ? Pace.WAIT : pace;
    }

    Route right(Right other) {
        return new Route(method, path, other, pace, handler);
    }

    /** The paths it is found at: three for one that is about a scope. */
    Stream<String> paths() {
        return path.startsWith("S/") ? SCOPES.stream().map(scope -> scope + path.substring(1)) : Stream.of(path);
    }
}

package dev.daybook.server.http;

import dev.daybook.Daybook;
import dev.daybook.server.json.Json;
import dev.daybook.server.keys.Caller;
import dev.daybook.server.problem.Limited;
import dev.daybook.server.problem.Problem;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Takes a request from the socket to its route, and the answer back. */
final class Dispatch {

    static final String JSON = "application/json";
    static final String PROBLEM = "application/problem+json";

    private static final System.Logger LOG = System.getLogger("dev.daybook.server");

    private final Daybook daybook;
    private final KnownOperations operations;
    private final Doorkeeper doorkeeper;
    private final Lanes lanes;
    private final long maxBody;

    Dispatch(Daybook daybook, KnownOperations operations, Doorkeeper doorkeeper, Lanes lanes, long maxBody) {
        this.daybook = daybook;
        this.operations = operations;
        this.doorkeeper = doorkeeper;
        this.lanes = lanes;
        this.maxBody = maxBody;
    }

    /** Who asks, and about what; both are checked before the body is read. */
    record Admitted(Caller caller, Place place) {}

    Admitted admit(Route route, String template, Context http) {
        Caller caller = doorkeeper.caller(http.header("Authorization"));
        Place place = Place.of(template, http.pathParamMap());
        place.admit(caller, route.right());
        return new Admitted(caller, place);
    }

    void handle(Route route, String template, Context http) throws Exception {
        Admitted admitted = admit(route, template, http);
        Map<String, String> path = http.pathParamMap();
        Call call = new Call(
                daybook,
                operations,
                admitted.caller(),
                admitted.place(),
                path,
                http.queryParamMap(),
                Body.read(http, maxBody),
                http.header("If-Match"));
        Reply reply = lanes.run(route.pace(), () -> route.handler().handle(call));
        reply.headers().forEach(http::header);
        http.status(reply.status()).contentType(JSON).result(bytes(Json.write(reply.body())));
    }

    /** Answers a failure, and says with what. What is no fault of the caller's is logged by its kind; a message could hold a text. */
    static Problem fail(Throwable failure, Context http) {
        Problem problem = Problem.of(failure);
        if (problem.status() == 500) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "a " + http.method() + " failed with " + failure.getClass().getName(),
                    trace(failure));
            problem = problem.detail("this should not have happened, and the log of the server says more; try again");
        }
        if (failure instanceof Limited limited) {
            http.header("Retry-After", Integer.toString(limited.retryAfterSeconds()));
        }
        if (problem.status() == 401) {
            http.header("WWW-Authenticate", "Bearer");
        }
        answer(problem, http);
        return problem;
    }

    static void answer(Problem problem, Context http) {
        http.status(problem.status()).contentType(PROBLEM).result(bytes(problem.json()));
    }

    /** The kind and the place of a failure, without its message. */
    private static Throwable trace(Throwable failure) {
        RuntimeException silent = new RuntimeException(failure.getClass().getName());
        silent.setStackTrace(failure.getStackTrace());
        return silent;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

package dev.daybook.server.http;

import dev.daybook.Daybook;
import dev.daybook.server.json.Json;
import dev.daybook.server.keys.Caller;
import dev.daybook.server.problem.FailureLog;
import dev.daybook.server.problem.Limited;
import dev.daybook.server.problem.Problem;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Dispatches a request to its route and sends the answer. */
final class Dispatch {

    static final String JSON = "application/json";
    static final String PROBLEM = "application/problem+json";

    private static final System.Logger LOG = System.getLogger("dev.daybook.server");

    private final Daybook daybook;
    private final KnownOperations operations;
    private final Doorkeeper doorkeeper;
    private final Lanes lanes;

    Dispatch(Daybook daybook, KnownOperations operations, Doorkeeper doorkeeper, Lanes lanes) {
        this.daybook = daybook;
        this.operations = operations;
        this.doorkeeper = doorkeeper;
        this.lanes = lanes;
    }

    /** An authenticated caller, and the place of the path. */
    record Admitted(Caller caller, Place place) {}

    Admitted admit(Route route, String template, Context http) {
        Caller sender = BodyAdmissionHandler.caller(http.req());
        Caller caller = sender == null ? doorkeeper.caller(http.header("Authorization")) : sender;
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
                Body.text(http),
                http.header("If-Match"));
        Reply reply = lanes.run(
                route.pace(http.queryParamMap()),
                Doorkeeper.id(admitted.caller()),
                () -> route.handler().handle(call));
        reply.headers().forEach(http::header);
        http.status(reply.status()).contentType(JSON).result(bytes(Json.write(reply.body())));
    }

    /** Answers a failure and logs an internal one; returns the problem. */
    static Problem fail(Throwable failure, Context http) {
        Problem problem = FailureLog.logged(LOG, "a " + http.method(), failure);
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

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

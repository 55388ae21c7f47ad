package dev.daybook.server.http;

import dev.daybook.LocalDaybook;
import dev.daybook.error.StoreException;
import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.query.VersionCondition;
import dev.daybook.server.admission.AdmissionControl;
import dev.daybook.server.admission.HeapBudget;
import dev.daybook.server.admission.RequestGuard;
import dev.daybook.server.http.routes.HttpCall;
import dev.daybook.server.http.routes.HttpReply;
import dev.daybook.server.http.routes.HttpRoute;
import dev.daybook.server.http.routes.KnownOperations;
import dev.daybook.server.http.routes.PathTarget;
import dev.daybook.server.http.routes.QueryParameters;
import dev.daybook.server.keys.ApiKeys;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.FailureLog;
import dev.daybook.server.problem.Problem;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** Dispatches a request to its route and sends the answer. */
record RequestDispatcher(LocalDaybook daybook, KnownOperations operations, ApiKeys keys, AdmissionControl admission) {

    static final String JSON = "application/json";

    /** The attribute of a request whose answer is a problem. */
    static final String ANSWERED = "dev.daybook.answered";

    /** Javalin compresses nothing shorter. */
    static final int COMPRESSED_FROM = 1_500;

    /** A database server restarts in some seconds. */
    static final String STORE_AWAY_SECONDS = "5";

    private static final System.Logger LOG = System.getLogger("dev.daybook.server");

    /** An authenticated caller, and the place of the path. */
    record AdmittedCall(AuthenticatedCaller caller, PathTarget place) {}

    AdmittedCall admit(HttpRoute route, String template, Context http) {
        AuthenticatedCaller caller = admission.caller(http.req());
        PathTarget pathTarget = PathTarget.of(template, http.pathParamMap());
        pathTarget.admit(caller, route.right());
        requireNoUnseenCondition(route, http);
        QueryParameters.requireEncoded(http.queryString());
        return new AdmittedCall(caller, pathTarget);
    }

    /** A write that does not evaluate a condition must not be done under one: the caller relies on it. */
    private static void requireNoUnseenCondition(HttpRoute route, Context http) {
        for (String header : List.of(EntityTags.IF_MATCH, EntityTags.IF_NONE_MATCH)) {
            if (!route.reads() && !route.conditional() && http.header(header) != null) {
                throw new IllegalArgumentException("the header '" + header
                        + "' is not evaluated by this call, which has no versions; leave the header out");
            }
        }
    }

    private static @Nullable EntityTags tags(String header, Context http) {
        List<String> values = Collections.list(http.req().getHeaders(header));
        return values.isEmpty() ? null : EntityTags.of(header, values);
    }

    void handle(HttpRoute route, String template, Context http) throws Exception {
        AdmittedCall admitted = admit(route, template, http);
        String key = RequestGuard.id(admitted.caller());
        // A write is not refused after it was done; its answer is short.
        HeapReservation room = route.reads() ? room(key, http) : HeapReservation.UNLIMITED;
        Map<String, String> path = http.pathParamMap();
        HttpCall call = new HttpCall(
                daybook,
                operations,
                keys,
                admitted.caller(),
                admitted.place(),
                path,
                http.queryParamMap(),
                RequestBody.text(http),
                route.conditional()
                        ? EntityTags.condition(tags(EntityTags.IF_MATCH, http), tags(EntityTags.IF_NONE_MATCH, http))
                        : VersionCondition.NONE,
                new HttpCall.AnswerRoom(room, admission.budget().page()));
        HttpReply reply = admission
                .bulkheads()
                .run(
                        route.pace(http.queryParamMap()),
                        key,
                        () -> ReadBudget.within(room, () -> route.handler().handle(call)));
        AnswerBytes answer = AnswerBytes.of(reply.body(), room);
        reply.headers().forEach(http::header);
        http.status(reply.status()).contentType(JSON);
        send(answer, http);
    }

    /** Reserves heap for an answer until it is sent. */
    private HeapReservation room(String key, Context http) {
        HeapBudget.CallReservation room = admission.budget().open(key);
        Request.addCompletionListener(
                ServletContextRequest.getServletContextRequest(http.req()), failure -> room.close());
        return room;
    }

    /**
     * Sends an answer with its length in one write. Javalin would copy it in pieces of 8 KB, each a packet of its own;
     * it does so only for an answer that it may compress.
     */
    private static void send(AnswerBytes answer, Context http) {
        try {
            if (answer.length() >= COMPRESSED_FROM && http.header("Accept-Encoding") != null) {
                answer.writeTo(http.outputStream());
            } else {
                http.res().setContentLengthLong(answer.length());
                answer.writeTo(http.res().getOutputStream());
            }
        } catch (IOException gone) {
            LOG.log(System.Logger.Level.DEBUG, "a client left before its answer", gone);
        }
    }

    /** Answers a failure and logs an internal one; returns the problem. */
    static Problem fail(Throwable failure, Context http) {
        Problem problem = FailureLog.logged(LOG, "a " + http.method(), failure);
        if (FailureLog.cause(failure) instanceof StoreException store && store.retryable()) {
            http.header("Retry-After", STORE_AWAY_SECONDS);
        }
        answer(problem, http);
        return problem;
    }

    static void answer(Problem problem, Context http) {
        problem.headers().forEach(http::header);
        // Clients of mem0 read 'detail' of this type only.
        boolean isMem0 = http.path().startsWith(RequestGuard.MEM0);
        http.attribute(ANSWERED, true);
        http.status(problem.status())
                .contentType(isMem0 ? JSON : Problem.MEDIA_TYPE)
                .result(problem.json().getBytes(StandardCharsets.UTF_8));
    }
}

package dev.daybook.server.http;

import dev.daybook.server.problem.Limited;
import dev.daybook.server.problem.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Turns calls away at the entrance while the lane behind it is overloaded: what it costs to route, check and read a call
 * that is refused then is taken from those that were admitted. Whoever is turned away learns nothing but that, so it may come
 * before the key is looked at.
 */
final class Turnstile extends Handler.Wrapper {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final String CALLS = "/v1/";

    private final Lane lane;
    private final Metrics metrics;
    private final Problem problem;
    private final byte[] body;
    private final String retryAfter;

    Turnstile(Lane lane, Metrics metrics) {
        this.lane = lane;
        this.metrics = metrics;
        Limited refusal = lane.refusal();
        problem = Problem.of(refusal);
        body = problem.json().getBytes(StandardCharsets.UTF_8);
        retryAfter = Integer.toString(refusal.retryAfterSeconds());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!Request.getPathInContext(request).startsWith(CALLS) || !lane.turnsAway()) {
            return super.handle(request, response, callback);
        }
        metrics.failed(problem.code());
        response.setStatus(TOO_MANY_REQUESTS);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Dispatch.PROBLEM);
        response.getHeaders().put(HttpHeader.RETRY_AFTER, retryAfter);
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }
}

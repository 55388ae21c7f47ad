package dev.daybook.server.http;

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

    private static final String CALLS = "/v1/";

    private final Lane lane;
    private final Metrics metrics;
    private final ProblemResponse refusal;

    Turnstile(Lane lane, Metrics metrics) {
        this.lane = lane;
        this.metrics = metrics;
        refusal = new ProblemResponse(lane.refusal());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!Request.getPathInContext(request).startsWith(CALLS) || !lane.turnsAway()) {
            return super.handle(request, response, callback);
        }
        metrics.failed(refusal.code());
        refusal.write(response, callback);
        return true;
    }
}

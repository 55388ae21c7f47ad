package dev.daybook.server.http;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Turns calls away at the entrance while the lane behind it is overloaded: what it costs to route, check and read a call
 * that is refused then is taken from those that were admitted. Of the call only the key is looked up: one key's load is no
 * other's. Whoever is turned away learns nothing but that, whether the key is good or not.
 */
final class Turnstile extends Handler.Wrapper {

    private static final String CALLS = "/v1/";

    private final Lane lane;
    private final Doorkeeper doorkeeper;
    private final Metrics metrics;
    private final ProblemResponse refusal;

    Turnstile(Lane lane, Doorkeeper doorkeeper, Metrics metrics) {
        this.lane = lane;
        this.doorkeeper = doorkeeper;
        this.metrics = metrics;
        refusal = new ProblemResponse(lane.refusal());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!lane.isOverloaded()
                || !Request.getPathInContext(request).startsWith(CALLS)
                || !lane.turnsAway(doorkeeper.keyOf(request.getHeaders().get(HttpHeader.AUTHORIZATION)))) {
            return super.handle(request, response, callback);
        }
        metrics.failed(refusal.code());
        refusal.write(response, callback);
        return true;
    }
}

package dev.daybook.server.http;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Sheds load before routing while the worker pool is overloaded: routing, checking and reading a call that is refused
 * afterwards would slow down the admitted ones. It only looks up the key, because the load of one key is not that of
 * another. A refused caller learns nothing else, not even whether the key is valid.
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

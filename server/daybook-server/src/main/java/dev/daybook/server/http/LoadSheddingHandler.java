package dev.daybook.server.http;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Sheds load before routing while the bulkhead is overloaded: routing, checking and reading a call that is refused
 * afterwards would slow down the admitted ones. It only looks up the key, because the load of one key is not that of
 * another. A refused caller learns nothing else, not even whether the key is valid.
 */
final class LoadSheddingHandler extends Handler.Wrapper {

    private static final String CALLS = "/v1/";

    private final CallBulkhead bulkhead;
    private final RequestGuard requestGuard;
    private final ServerMetrics metrics;
    private final ProblemResponse refusal;

    LoadSheddingHandler(CallBulkhead bulkhead, RequestGuard requestGuard, ServerMetrics metrics) {
        this.bulkhead = bulkhead;
        this.requestGuard = requestGuard;
        this.metrics = metrics;
        refusal = new ProblemResponse(bulkhead.refusal());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!bulkhead.isOverloaded()
                || !Request.getPathInContext(request).startsWith(CALLS)
                || !bulkhead.turnsAway(requestGuard.keyOf(request.getHeaders().get(HttpHeader.AUTHORIZATION)))) {
            return super.handle(request, response, callback);
        }
        metrics.failed(refusal.code());
        refusal.write(response, callback);
        return true;
    }
}

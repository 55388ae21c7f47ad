package dev.daybook.server.admission;

import java.util.function.Consumer;
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

    private final CallBulkhead bulkhead;
    private final RequestGuard requestGuard;
    private final Consumer<String> failures;
    private final ProblemResponse refusal;

    LoadSheddingHandler(CallBulkhead bulkhead, RequestGuard requestGuard, Consumer<String> failures) {
        this.bulkhead = bulkhead;
        this.requestGuard = requestGuard;
        this.failures = failures;
        refusal = new ProblemResponse(bulkhead.refusal());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!bulkhead.isOverloaded()
                || !BodyAdmissionHandler.isCall(Request.getPathInContext(request))
                || !bulkhead.turnsAway(requestGuard.keyOf(RequestGuard.credentials(request)))) {
            return super.handle(request, response, callback);
        }
        failures.accept(refusal.code());
        refusal.write(response, callback);
        return true;
    }
}

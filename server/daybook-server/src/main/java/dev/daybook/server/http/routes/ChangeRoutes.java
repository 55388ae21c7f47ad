package dev.daybook.server.http.routes;

import dev.daybook.internal.json.ChangeCodec;
import dev.daybook.outcome.ChangePage;
import org.jspecify.annotations.Nullable;

/** The route of changes, whose answer may also be a stream. */
public final class ChangeRoutes {

    public static final HttpRoute CHANGES = HttpRoute.get("S/changes", ChangeRoutes::page);

    private static final int DEFAULT_PAGE = 100;

    private ChangeRoutes() {}

    private static HttpReply page(HttpCall call) throws Exception {
        QueryParameters parameters = call.parameters();
        String since = parameters.text("since");
        int limit = parameters.number("limit", DEFAULT_PAGE);
        parameters.done();
        ChangePage page =
                call.room().page(limit, changes -> call.memory().archive().changes(since, changes));
        return HttpReply.ok(ChangeCodec.PAGE.write(page, call.scope()));
    }

    /** Returns where a stream begins: after the last event that its client has, else after the parameter. */
    public static @Nullable String since(QueryParameters parameters, @Nullable String lastEvent) {
        String since = parameters.text("since");
        parameters.done();
        return lastEvent == null || lastEvent.isEmpty() ? since : lastEvent;
    }
}

package dev.daybook.server.http;

import static dev.daybook.server.keys.AccessRight.FORGET;
import static dev.daybook.server.keys.AccessRight.WRITE;

import dev.daybook.data.Selection;
import dev.daybook.json.JsonFields;
import dev.daybook.server.json.AnswerJson;
import java.time.OffsetDateTime;
import java.util.List;

/** The routes of a whole scope. */
final class ScopeRoutes {

    private ScopeRoutes() {}

    static List<HttpRoute> all() {
        return List.of(
                HttpRoute.get("S/profile", ScopeRoutes::profile),
                HttpRoute.post("S/forget", FORGET, ScopeRoutes::forget),
                HttpRoute.post("S/consolidate", WRITE, ScopeRoutes::consolidate).slow(),
                HttpRoute.post("S/undo", WRITE, ScopeRoutes::undo));
    }

    private static HttpReply profile(HttpCall call) {
        call.noParameters();
        return HttpReply.ok(AnswerJson.profile(call.memory().profile()));
    }

    private static HttpReply forget(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        String session = fields.optionalText("session");
        OffsetDateTime before = fields.optionalTime("before");
        boolean all = fields.truth("all");
        boolean dryRun = fields.truth("dryRun");
        fields.done();
        if (all == (session != null || before != null)) {
            throw new IllegalArgumentException(
                    all
                            ? "field 'all' is true and 'session' or 'before' is given; give one or the other"
                            : "none of 'session', 'before' and 'all' is given; give at least one to select the entries");
        }
        Selection selection = new Selection(session, before, null, null);
        return dryRun
                ? HttpReply.ok(AnswerJson.erasure(call.memory().preview(selection), true))
                : call.forgot(call.memory().forget(selection));
    }

    private static HttpReply consolidate(HttpCall call) {
        call.noParameters();
        call.optionalFields().done();
        return HttpReply.ok(AnswerJson.outcomes(call.memory().consolidate()));
    }

    private static HttpReply undo(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        String operation = fields.text("operation");
        fields.done();
        call.memory().operations().find(operation).ifPresent(found -> QuarantineRoutes.requireRight(call, found));
        return HttpReply.ok(AnswerJson.outcome(call.memory().operations().undo(operation)));
    }
}

package dev.daybook.server.http;

import static dev.daybook.server.keys.Right.FORGET;
import static dev.daybook.server.keys.Right.WRITE;

import dev.daybook.data.Selection;
import dev.daybook.json.Fields;
import dev.daybook.server.json.Answers;
import java.time.OffsetDateTime;
import java.util.List;

/** The routes of a whole scope. */
final class ScopeRoutes {

    private ScopeRoutes() {}

    static List<Route> all() {
        return List.of(
                Route.get("S/profile", ScopeRoutes::profile),
                Route.post("S/forget", FORGET, ScopeRoutes::forget),
                Route.post("S/consolidate", WRITE, ScopeRoutes::consolidate).slow(),
                Route.post("S/undo", WRITE, ScopeRoutes::undo));
    }

    private static Reply profile(Call call) {
        call.noParameters();
        return Reply.ok(Answers.profile(call.memory().profile()));
    }

    private static Reply forget(Call call) {
        call.noParameters();
        Fields fields = call.fields();
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
                ? Reply.ok(Answers.erasure(call.memory().preview(selection), true))
                : call.forgot(call.memory().forget(selection));
    }

    private static Reply consolidate(Call call) {
        call.noParameters();
        call.optionalFields().done();
        return Reply.ok(Answers.outcomes(call.memory().consolidate()));
    }

    private static Reply undo(Call call) {
        call.noParameters();
        Fields fields = call.fields();
        String operation = fields.text("operation");
        fields.done();
        call.memory().operations().find(operation).ifPresent(found -> QuarantineRoutes.requireRight(call, found));
        return Reply.ok(Answers.outcome(call.memory().operations().undo(operation)));
    }
}

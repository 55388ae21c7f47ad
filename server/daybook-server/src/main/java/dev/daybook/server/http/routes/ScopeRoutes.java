package dev.daybook.server.http.routes;

import static dev.daybook.access.AccessRight.FORGET;
import static dev.daybook.access.AccessRight.WRITE;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.json.ReferenceCodec;
import dev.daybook.internal.json.SelectionCodec;
import dev.daybook.query.Selection;
import dev.daybook.server.json.AnswerJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
        return HttpReply.ok(AnswerJson.profile(call.memory().archive().profile()));
    }

    private static HttpReply forget(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        boolean all = fields.truth("all");
        Selection selection = all
                ? everything(fields)
                : SelectionCodec.condition(fields, "give at least one, or 'all' for the whole scope");
        boolean dryRun = fields.truth("dryRun");
        boolean entries = fields.truth("entries");
        fields.done();
        if (!dryRun) {
            return call.forgot(call.memory().forget(selection));
        }
        Map<String, @Nullable Object> answer =
                AnswerJson.erasure(call.memory().preview(selection).receipt(), true);
        if (entries) {
            answer.put(
                    "entries",
                    call.memory().preview(selection).entries().stream()
                            .map(ReferenceCodec.ENTRY::write)
                            .toList());
        }
        return HttpReply.ok(answer);
    }

    private static Selection everything(JsonFields fields) {
        if (SelectionCodec.read(fields).isPresent()) {
            throw new IllegalArgumentException("field 'all' is true and a condition is given; give one or the other");
        }
        return Selection.everything();
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
        return HttpReply.ok(
                OutcomeCodec.OUTCOME.write(call.memory().operations().undo(operation)));
    }
}

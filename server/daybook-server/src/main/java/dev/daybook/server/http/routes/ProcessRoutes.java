package dev.daybook.server.http.routes;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.outcome.BacklogStatus;
import dev.daybook.outcome.BacklogStatus.Backlog;
import dev.daybook.outcome.BacklogStatus.ModelFailure;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.server.keys.AccessAnswers;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes of the whole process: the access of the caller, and the background work. */
final class ProcessRoutes {

    private ProcessRoutes() {}

    static List<HttpRoute> all() {
        return List.of(
                HttpRoute.get("/v1/access", ProcessRoutes::access).withoutRight(),
                HttpRoute.get("/v1/backlog", ProcessRoutes::backlog).right(AccessRight.ADMIN));
    }

    private static HttpReply access(HttpCall call) {
        call.noParameters();
        return HttpReply.ok(AccessAnswers.access(call.daybook(), call.caller()));
    }

    /** The counts are of the process, as those of the metrics; the failures are those of scopes that the caller reads. */
    private static HttpReply backlog(HttpCall call) {
        call.noParameters();
        call.caller().mayInAll(AccessRight.ADMIN);
        BacklogStatus status = call.daybook().maintenance().backlogStatus();
        Map<String, @Nullable Object> answer = PlainJson.object("vectors", backlog(status.vectors()));
        answer.put("derivations", backlog(status.derivations()));
        answer.put("embedderFailure", status.failure());
        answer.put(
                "derivationFailure",
                status.derivationFailure().map(ProcessRoutes::failure).orElse(null));
        answer.put("retentionPause", status.paused());
        answer.put("storeBytes", status.storeBytes());
        answer.put(
                "failures",
                call.operations().failures().stream()
                        .filter(outcome -> call.caller().sees(outcome.scope()))
                        .map(ProcessRoutes::failure)
                        .toList());
        return HttpReply.ok(answer);
    }

    private static Map<String, @Nullable Object> failure(ModelFailure failure) {
        Map<String, @Nullable Object> answer =
                PlainJson.object("since", failure.since().toString());
        answer.put("cause", failure.cause());
        return answer;
    }

    private static Map<String, @Nullable Object> failure(DerivationOutcome outcome) {
        Map<String, @Nullable Object> answer =
                PlainJson.object("space", outcome.scope().space().id());
        answer.putAll(OutcomeCodec.OUTCOME.write(outcome));
        return answer;
    }

    private static Map<String, @Nullable Object> backlog(Backlog backlog) {
        Map<String, @Nullable Object> answer = PlainJson.object("scopes", backlog.scopes());
        answer.put("oldestSeconds", backlog.oldest().toSeconds());
        answer.put("failed", backlog.failed());
        return answer;
    }
}

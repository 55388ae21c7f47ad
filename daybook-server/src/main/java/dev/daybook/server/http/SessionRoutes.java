package dev.daybook.server.http;

import static dev.daybook.server.keys.Right.WRITE;

import dev.daybook.Summaries;
import dev.daybook.data.Erasure;
import dev.daybook.data.NewSession;
import dev.daybook.data.Selection;
import dev.daybook.data.Summary;
import dev.daybook.json.Fields;
import dev.daybook.server.json.Answers;
import dev.daybook.server.problem.NotFound;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes of sessions and their summaries. */
final class SessionRoutes {

    private static final int DEFAULT_MESSAGES = 20;

    private SessionRoutes() {}

    static List<Route> all() {
        return List.of(
                Route.get("S/sessions", SessionRoutes::list),
                Route.put("S/sessions/{id}", WRITE, SessionRoutes::put),
                Route.delete("S/sessions/{id}", SessionRoutes::forget),
                Route.get("S/sessions/{id}/messages", SessionRoutes::messages),
                Route.get("S/sessions/{id}/summary", SessionRoutes::summary),
                Route.put("S/sessions/{id}/summary", WRITE, SessionRoutes::setSummary),
                Route.post("S/sessions/{id}/summarize", WRITE, SessionRoutes::summarize)
                        .slow(),
                Route.get("S/summaries", SessionRoutes::summaries));
    }

    private static Reply list(Call call) {
        call.noParameters();
        return Reply.ok(Answers.sessions(call.memory().sessions().list()));
    }

    private static Reply put(Call call) {
        call.noParameters();
        Fields fields = call.optionalFields();
        String name = fields.optionalText("name");
        Boolean isPrivate = fields.optionalTruth("private");
        fields.done();
        String id = call.id("id");
        NewSession session = NewSession.of(id).withName(name).withPrivate(isPrivate);
        return Reply.ok(Answers.session(call.memory().sessions().put(session)));
    }

    private static Reply forget(Call call) {
        call.noParameters();
        existing(call);
        Erasure erasure = call.memory().forget(Selection.session(call.id("id")));
        return call.forgot(erasure);
    }

    private static Reply messages(Call call) {
        Parameters parameters = call.parameters();
        int limit = parameters.number("limit", DEFAULT_MESSAGES);
        parameters.done();
        return Reply.ok(Answers.messages(call.memory().sessions().history(call.id("id"), limit)));
    }

    private static Reply summary(Call call) {
        call.noParameters();
        String session = existing(call);
        return Reply.ok(withPending(
                call, session, call.memory().summaries().find(session).orElse(null)));
    }

    private static Reply setSummary(Call call) {
        call.noParameters();
        Fields fields = call.fields();
        String text = fields.text("text");
        Object upTo = fields.get("upTo");
        fields.done();
        if (!(upTo instanceof Long position)) {
            throw fields.wrong("upTo", upTo, "the position of the last episode that the summary covers");
        }
        String session = existing(call);
        Summary summary = call.memory().summaries().put(session, text, position);
        return Reply.ok(withPending(call, session, summary));
    }

    private static Reply summarize(Call call) {
        call.noParameters();
        call.optionalFields().done();
        String session = existing(call);
        Summaries summaries = call.memory().summaries();
        Map<String, @Nullable Object> answer = Answers.outcomes(summaries.refresh(session));
        answer.putAll(withPending(call, session, summaries.find(session).orElse(null)));
        return Reply.ok(answer);
    }

    private static Reply summaries(Call call) {
        call.noParameters();
        return Reply.ok(Answers.entries(
                "summaries", call.scope(), call.memory().summaries().list()));
    }

    private static Map<String, @Nullable Object> withPending(Call call, String session, @Nullable Summary summary) {
        Map<String, @Nullable Object> answer =
                Answers.with("summary", summary == null ? null : Answers.entry(call.scope(), summary));
        answer.put("pending", call.memory().summaries().pending(session));
        return answer;
    }

    /** Returns the session of the path, if it exists. */
    private static String existing(Call call) {
        String id = call.id("id");
        if (call.memory().sessions().find(id).isEmpty()) {
            throw new NotFound("there is no such session; 'GET …/sessions' lists the sessions");
        }
        return id;
    }
}

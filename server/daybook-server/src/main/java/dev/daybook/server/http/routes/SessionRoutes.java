package dev.daybook.server.http.routes;

import static dev.daybook.access.AccessRight.WRITE;

import dev.daybook.Session;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.SessionCodec;
import dev.daybook.model.Summary;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.outcome.Turn;
import dev.daybook.query.Selection;
import dev.daybook.query.SessionOptions;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.problem.NotFoundException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes of sessions and their summaries. */
final class SessionRoutes {

    private static final int DEFAULT_MESSAGES = 20;

    /** A session with its fields in a map; its texts are short. */
    private static final long HEAP_PER_SESSION = 1_000;

    private SessionRoutes() {}

    static List<HttpRoute> all() {
        return List.of(
                HttpRoute.get("S/sessions", SessionRoutes::list),
                HttpRoute.put("S/sessions/{id}", WRITE, SessionRoutes::put),
                HttpRoute.delete("S/sessions/{id}", SessionRoutes::forget),
                HttpRoute.get("S/sessions/{id}/messages", SessionRoutes::messages),
                HttpRoute.get("S/sessions/{id}/summary", SessionRoutes::summary),
                HttpRoute.put("S/sessions/{id}/summary", WRITE, SessionRoutes::setSummary),
                HttpRoute.post("S/sessions/{id}/summarize", WRITE, SessionRoutes::summarize)
                        .slow(),
                HttpRoute.get("S/summaries", SessionRoutes::summaries));
    }

    private static HttpReply list(HttpCall call) {
        ListPaging paging = ListPaging.only(call, "sessions");
        List<SessionInfo> sessions = call.memory().sessions();
        call.room().call().take(HEAP_PER_SESSION * sessions.size());
        return paging.reply(sessions, SessionInfo::id, AnswerJson::sessions);
    }

    private static HttpReply put(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.optionalFields();
        SessionOptions options = SessionCodec.OPTIONS.read(fields);
        fields.done();
        return HttpReply.ok(
                SessionCodec.SESSION.write(call.memory().session(call.id("id")).change(unchanged -> options)));
    }

    private static HttpReply forget(HttpCall call) {
        call.noParameters();
        String id = call.id("id");
        // A session that no list shows may have entries in quarantine, or earlier versions of entries of other
        // sessions.
        boolean listed = isListed(call, id);
        ErasureReceipt erasure = call.memory().forget(Selection.session(id));
        if (!listed && erasure.operation().isEmpty()) {
            throw notHere();
        }
        return call.forgot(erasure);
    }

    private static HttpReply messages(HttpCall call) {
        QueryParameters parameters = call.parameters();
        String session = call.id("id");
        int limit = parameters.number("limit", DEFAULT_MESSAGES);
        ListPaging paging = ListPaging.read(call, "messages of " + session, parameters);
        parameters.done();
        List<Turn> turns = before(call.memory().session(session), paging.after(), limit);
        List<Turn> page = turns.subList(Math.max(0, turns.size() - Math.max(0, limit)), turns.size());
        Map<String, @Nullable Object> answer = AnswerJson.messages(page);
        answer.put("next", turns.size() == page.size() || page.isEmpty() ? null : paging.cursor(place(page.get(0))));
        return HttpReply.ok(answer);
    }

    /** Returns more turns before a place than the limit, the last ones, or all that there are. */
    private static List<Turn> before(Session session, @Nullable String place, int limit) {
        for (long wanted = limit + 1L; ; wanted *= 2) {
            int asked = (int) Math.min(wanted, Integer.MAX_VALUE);
            List<Turn> all = session.turns(asked);
            List<Turn> earlier = place == null
                    ? all
                    : all.stream()
                            .takeWhile(turn -> place(turn).compareTo(place) < 0)
                            .toList();
            if (earlier.size() > limit || all.size() < asked || asked == Integer.MAX_VALUE) {
                return earlier;
            }
        }
    }

    private static String place(Turn turn) {
        return ListPaging.ascending(turn.position()) + ListPaging.ascending(turn.index());
    }

    private static HttpReply summary(HttpCall call) {
        call.noParameters();
        String session = existing(call);
        return HttpReply.ok(withPending(
                call, session, call.memory().session(session).summary().orElse(null)));
    }

    private static HttpReply setSummary(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        String text = fields.text("text");
        Object upTo = fields.get("upTo");
        fields.done();
        if (!(upTo instanceof Long position)) {
            throw fields.wrong("upTo", upTo, "the position of the last episode that the summary covers");
        }
        // As in the library, a summary may come before the first episode of its session.
        String session = call.id("id");
        Summary summary = call.memory().session(session).rememberSummary(text, position);
        return HttpReply.ok(withPending(call, session, summary));
    }

    private static HttpReply summarize(HttpCall call) {
        call.noParameters();
        call.optionalFields().done();
        String id = existing(call);
        Session session = call.memory().session(id);
        Map<String, @Nullable Object> answer = AnswerJson.outcomes(session.summarize());
        answer.putAll(withPending(call, id, session.summary().orElse(null)));
        return HttpReply.ok(answer);
    }

    private static HttpReply summaries(HttpCall call) {
        return ListPaging.only(call, "summaries")
                .reply(
                        call.memory().archive().summaries(),
                        Summary::id,
                        page -> AnswerJson.entries("summaries", call.scope(), page));
    }

    private static Map<String, @Nullable Object> withPending(HttpCall call, String session, @Nullable Summary summary) {
        Map<String, @Nullable Object> answer =
                PlainJson.object("summary", summary == null ? null : EntryAnswers.write(call.scope(), summary));
        answer.put("pending", call.memory().session(session).pending());
        return answer;
    }

    /** Returns the session of the path, if it exists. */
    private static String existing(HttpCall call) {
        String id = call.id("id");
        if (!isListed(call, id)) {
            throw notHere();
        }
        return id;
    }

    private static boolean isListed(HttpCall call, String id) {
        return call.memory().session(id).info().isPresent();
    }

    private static NotFoundException notHere() {
        return new NotFoundException("there is no such session; 'GET …/sessions' lists the sessions");
    }
}

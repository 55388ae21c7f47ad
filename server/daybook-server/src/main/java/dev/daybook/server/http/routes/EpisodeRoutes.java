package dev.daybook.server.http.routes;

import static dev.daybook.access.AccessRight.READ;
import static dev.daybook.access.AccessRight.WRITE;

import dev.daybook.Memory;
import dev.daybook.internal.json.ContextCodec;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.HitCodec;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.QueryCodec;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.internal.json.SelectionCodec;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.model.Episode;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.server.json.RequestJson;
import dev.daybook.server.problem.NotFoundException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes of episodes, recall and contexts. */
final class EpisodeRoutes {

    private static final int MAX_BATCH = 1_000;
    private static final int DEFAULT_PAGE = 50;
    private static final int MAX_PAGE = 1_000;

    private EpisodeRoutes() {}

    static List<HttpRoute> all() {
        return List.of(
                HttpRoute.post("S/episodes", WRITE, EpisodeRoutes::remember).evaluatingConditions(),
                HttpRoute.get("S/episodes", EpisodeRoutes::list),
                HttpRoute.get("S/episodes/{id}", EpisodeRoutes::find),
                HttpRoute.delete("S/episodes/{id}", EpisodeRoutes::forget),
                HttpRoute.post("S/recall", READ, EpisodeRoutes::recall),
                HttpRoute.post("S/recall/without", READ, EpisodeRoutes::recallWithout)
                        .slow(),
                HttpRoute.post("S/context", READ, EpisodeRoutes::context),
                HttpRoute.post("S/context/without", READ, EpisodeRoutes::contextWithout)
                        .slow(),
                HttpRoute.get("S/contexts/{id}", EpisodeRoutes::keptContext));
    }

    private static HttpReply remember(HttpCall call) {
        boolean isImport = call.isImport();
        Object body = call.json();
        List<NewEpisode> episodes = RequestJson.episodes(body, isImport);
        if (episodes.size() > MAX_BATCH) {
            throw new IllegalArgumentException(
                    "the batch has " + episodes.size() + " episodes; send at most " + MAX_BATCH + " at a time");
        }
        Memory memory = call.memory(isImport);
        List<Receipt> receipts = call.isConditionOn(body)
                ? List.of(memory.remember(episodes.get(0), call.condition()))
                : memory.remember(episodes);
        List<Map<String, @Nullable Object>> answers =
                receipts.stream().map(ReceiptCodec.RECEIPT::write).toList();
        return HttpReply.created(body instanceof List ? answers : answers.get(0));
    }

    private static HttpReply list(HttpCall call) throws Exception {
        QueryParameters parameters = call.parameters();
        String session = parameters.text("session");
        Instant from = parameters.time("from");
        Instant to = parameters.time("to");
        String cursor = parameters.text("cursor");
        int limit = parameters.number("limit", DEFAULT_PAGE);
        parameters.done();
        if (limit > MAX_PAGE) {
            throw new IllegalArgumentException("parameter 'limit' is " + limit + "; use at most " + MAX_PAGE);
        }
        Query query = Query.of("").by(Query.By.NEWEST).from(from).to(to);
        Query wanted = session == null ? query : query.sessions(session);
        EpisodeCursor after = EpisodeCursor.read(cursor);
        EpisodePage page = call.room().page(limit, entries -> EpisodePage.read(call.memory(), wanted, after, entries));
        Map<String, @Nullable Object> answer = PlainJson.object(
                "episodes",
                page.episodes().stream()
                        .map(episode -> EntryAnswers.write(call.scope(), episode))
                        .toList());
        String next = page.next() == null ? null : page.next().text();
        answer.put("cursor", next);
        answer.put("next", next);
        return HttpReply.ok(answer);
    }

    private static HttpReply find(HttpCall call) {
        call.noParameters();
        String id = call.id("id");
        Episode episode = call.memory().find(Episode.class, id).orElseThrow(EpisodeRoutes::notHere);
        return HttpReply.ok(EntryAnswers.write(call.scope(), episode));
    }

    private static HttpReply forget(HttpCall call) {
        call.noParameters();
        ErasureReceipt erasure = call.memory().forget(Selection.episode(call.id("id")));
        if (erasure.count() == 0) {
            throw notHere();
        }
        return call.forgot(erasure);
    }

    private static HttpReply recall(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        boolean explain = fields.truth("explain");
        boolean entries = fields.truth("entries");
        List<ReadScopes.Joined> joined = call.joined(fields);
        Query query = query(call, fields);
        return HttpReply.ok(new HitCodec(explain, entries, !joined.isEmpty())
                .write(call.memory(joined).recall(query)));
    }

    /** Reads the query, the last of the fields, and checks the caller's right to it. */
    private static Query query(HttpCall call, JsonFields fields) {
        Query query = QueryCodec.QUERY.read(fields);
        fields.done();
        if (query.shared()) {
            call.caller().readShared(call.scope());
        }
        return query;
    }

    private static HttpReply context(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        String session = session(fields);
        String prompt = fields.text("prompt");
        List<ReadScopes.Joined> joined = call.joined(fields);
        var options = QueryCodec.CONTEXT_OPTIONS.read(fields);
        fields.done();
        return HttpReply.ok(
                ContextCodec.CONTEXT.write(call.memory(joined).session(session).context(prompt, options)));
    }

    private static String session(JsonFields fields) {
        String session = fields.optionalText("session");
        return session == null ? RequestJson.DEFAULT_SESSION : session;
    }

    private static HttpReply recallWithout(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        boolean explain = fields.truth("explain");
        boolean entries = fields.truth("entries");
        List<ReadScopes.Joined> joined = call.joined(fields);
        List<Selection> leftOut = SelectionCodec.leftOut(fields);
        Query query = query(call, fields);
        return HttpReply.ok(new HitCodec(explain, entries, !joined.isEmpty())
                .write(call.memory(joined)
                        .without(leftOut.toArray(Selection[]::new))
                        .recall(query)));
    }

    private static HttpReply contextWithout(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        String session = session(fields);
        String prompt = fields.text("prompt");
        List<ReadScopes.Joined> joined = call.joined(fields);
        List<Selection> leftOut = SelectionCodec.leftOut(fields);
        var options = QueryCodec.CONTEXT_OPTIONS.read(fields);
        fields.done();
        return HttpReply.ok(ContextCodec.DIFFERENCE.write(
                call.memory(joined).without(leftOut.toArray(Selection[]::new)).context(session, prompt, options)));
    }

    private static HttpReply keptContext(HttpCall call) {
        call.noParameters();
        return HttpReply.ok(ContextCodec.CONTEXT.write(call.memory()
                .operations()
                .keptContext(call.id("id"))
                .orElseThrow(() -> new NotFoundException(
                        "there is no such context; it was not kept, or an entry in it was forgotten since"))));
    }

    private static NotFoundException notHere() {
        return new NotFoundException("there is no such episode; 'GET …/episodes' lists the episodes");
    }
}

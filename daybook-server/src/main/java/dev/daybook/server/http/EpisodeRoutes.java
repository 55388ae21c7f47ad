package dev.daybook.server.http;

import static dev.daybook.server.keys.Right.READ;
import static dev.daybook.server.keys.Right.WRITE;

import dev.daybook.data.Episode;
import dev.daybook.data.Erasure;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Query;
import dev.daybook.data.Receipt;
import dev.daybook.data.Selection;
import dev.daybook.json.Fields;
import dev.daybook.server.json.Answers;
import dev.daybook.server.json.Requests;
import dev.daybook.server.problem.NotFound;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes of episodes, recall and contexts. */
final class EpisodeRoutes {

    private static final int LARGEST_BATCH = 1_000;
    private static final int DEFAULT_PAGE = 50;
    private static final int LARGEST_PAGE = 1_000;

    private EpisodeRoutes() {}

    static List<Route> all() {
        return List.of(
                Route.post("S/episodes", WRITE, EpisodeRoutes::remember),
                Route.get("S/episodes", EpisodeRoutes::list),
                Route.get("S/episodes/{id}", EpisodeRoutes::find),
                Route.delete("S/episodes/{id}", EpisodeRoutes::forget),
                Route.post("S/recall", READ, EpisodeRoutes::recall),
                Route.post("S/context", READ, EpisodeRoutes::context),
                Route.get("S/contexts/{id}", EpisodeRoutes::keptContext));
    }

    private static Reply remember(Call call) {
        call.noParameters();
        Object body = call.json();
        List<NewEpisode> episodes = Requests.episodes(body);
        if (episodes.size() > LARGEST_BATCH) {
            throw new IllegalArgumentException(
                    "the batch has " + episodes.size() + " episodes; send at most " + LARGEST_BATCH + " at a time");
        }
        List<Receipt> receipts = call.memory().rememberAll(episodes);
        List<Map<String, @Nullable Object>> answers =
                receipts.stream().map(Answers::receipt).toList();
        return Reply.created(body instanceof List ? answers : answers.get(0));
    }

    private static Reply list(Call call) {
        Parameters parameters = call.parameters();
        String session = parameters.text("session");
        OffsetDateTime from = parameters.time("from");
        OffsetDateTime to = parameters.time("to");
        String cursor = parameters.text("cursor");
        int limit = parameters.number("limit", DEFAULT_PAGE);
        parameters.done();
        if (limit > LARGEST_PAGE) {
            throw new IllegalArgumentException("parameter 'limit' is " + limit + "; use at most " + LARGEST_PAGE);
        }
        Query query = Query.of("").by(Query.By.NEWEST).between(from, to);
        query = session == null ? query : query.inSessions(session);
        EpisodePage page = EpisodePage.read(call.memory(), query, EpisodeCursor.read(cursor), limit);
        Map<String, @Nullable Object> answer = Answers.with(
                "episodes",
                page.episodes().stream()
                        .map(episode -> Answers.episode(call.scope(), episode))
                        .toList());
        answer.put("cursor", page.next() == null ? null : page.next().text());
        return Reply.ok(answer);
    }

    private static Reply find(Call call) {
        call.noParameters();
        String id = call.id("id");
        Episode episode = call.memory().episode(id).orElseThrow(EpisodeRoutes::notHere);
        return Reply.ok(Answers.episode(call.scope(), episode));
    }

    private static Reply forget(Call call) {
        call.noParameters();
        Erasure erasure = call.memory().forget(Selection.episode(call.id("id")));
        if (erasure.count() == 0) {
            throw notHere();
        }
        return call.forgot(erasure);
    }

    private static Reply recall(Call call) {
        call.noParameters();
        Fields fields = call.fields();
        boolean explain = fields.truth("explain");
        Query query = Requests.query(fields);
        fields.done();
        if (query.shared()) {
            call.caller().readShared();
        }
        return Reply.ok(Answers.hits(call.memory().recall(query), explain));
    }

    private static Reply context(Call call) {
        call.noParameters();
        Fields fields = call.fields();
        String session = fields.optionalText("session");
        String prompt = fields.text("prompt");
        var options = Requests.contextOptions(fields);
        fields.done();
        if (options.keep()) {
            // A kept context is a write, and each forget reads it.
            call.caller().into(call.scope(), WRITE);
        }
        return Reply.ok(Answers.context(
                call.memory().context(session == null ? Requests.DEFAULT_SESSION : session, prompt, options)));
    }

    private static Reply keptContext(Call call) {
        call.noParameters();
        return Reply.ok(Answers.context(call.memory()
                .operations()
                .keptContext(call.id("id"))
                .orElseThrow(() -> new NotFound(
                        "there is no such context; it was not kept, or an entry in it was forgotten since"))));
    }

    private static NotFound notHere() {
        return new NotFound("there is no such episode; 'GET …/episodes' lists the episodes");
    }
}

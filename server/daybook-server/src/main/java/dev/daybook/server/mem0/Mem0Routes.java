package dev.daybook.server.mem0;

import static dev.daybook.access.AccessRight.FORGET;
import static dev.daybook.access.AccessRight.READ;
import static dev.daybook.access.AccessRight.WRITE;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.admission.CallPace;
import dev.daybook.server.admission.RequestGuard;
import dev.daybook.server.http.routes.HttpCall;
import dev.daybook.server.http.routes.HttpReply;
import dev.daybook.server.http.routes.HttpRoute;
import dev.daybook.server.http.routes.HttpRoute.Handler;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The routes of mem0's REST interface: of the hosted service (with versions) and of the self-hosted server. */
public final class Mem0Routes {

    private Mem0Routes() {}

    public static List<HttpRoute> all() {
        return Stream.of(hosted(), ofEarlierClients(), selfHosted(), refused())
                .flatMap(List::stream)
                .toList();
    }

    private static List<HttpRoute> hosted() {
        return List.of(
                route("GET", "v1/ping", null, Mem0Routes::ping),
                route("POST", "v3/memories/add", WRITE, MemoryCalls::add),
                route("POST", "v3/memories", READ, ListingCalls::list),
                route("POST", "v3/memories/search", READ, ListingCalls::search),
                route("GET", "v1/memories/{id}", READ, MemoryCalls::find),
                route("PUT", "v1/memories/{id}", WRITE, MemoryCalls::update),
                route("DELETE", "v1/memories/{id}", FORGET, MemoryCalls::forget),
                route("GET", "v1/memories/{id}/history", READ, MemoryCalls::history),
                route("DELETE", "v1/memories", FORGET, ListingCalls::forgetAll),
                route("GET", "v1/event/{id}", READ, MemoryCalls::event),
                route("GET", "v1/entities", READ, ListingCalls::entities),
                route("DELETE", "v1/entities/{type}/{name}", FORGET, ListingCalls::forgetEntity),
                route("DELETE", "v2/entities/{type}/{name}", FORGET, ListingCalls::forgetEntity),
                route("PUT", "v1/batch", WRITE, MemoryCalls::updateBatch),
                route("DELETE", "v1/batch", FORGET, MemoryCalls::forgetBatch));
    }

    /** The calls of the clients of version 1. */
    private static List<HttpRoute> ofEarlierClients() {
        return List.of(
                route("POST", "v1/memories", WRITE, MemoryCalls::add),
                route("GET", "v1/memories", READ, ListingCalls::listByParameters),
                route("POST", "v1/memories/search", READ, ListingCalls::search),
                route("POST", "v2/memories", READ, ListingCalls::list),
                route("POST", "v2/memories/search", READ, ListingCalls::search));
    }

    private static List<HttpRoute> selfHosted() {
        return List.of(
                route("POST", "memories", WRITE, MemoryCalls::add),
                route("GET", "memories", READ, ListingCalls::listByParameters),
                route("DELETE", "memories", FORGET, ListingCalls::forgetAll),
                route("GET", "memories/{id}", READ, MemoryCalls::find),
                route("PUT", "memories/{id}", WRITE, MemoryCalls::updateWithMessage),
                route("DELETE", "memories/{id}", FORGET, MemoryCalls::forget),
                route("GET", "memories/{id}/history", READ, MemoryCalls::history),
                route("POST", "search", READ, ListingCalls::search));
    }

    /** Returns the routes of features that Daybook does not have: a client learns the name of the missing one. */
    private static List<HttpRoute> refused() {
        Map<String, String> features = Map.of(
                "api/<rest>", "organizations, projects and webhooks: keys open spaces, and /v1/events tells of changes",
                "v1/exports/<rest>", "exports by a schema: 'GET S/export' exports a scope",
                "v1/exports", "exports by a schema: 'GET S/export' exports a scope",
                "v1/summary", "summaries of exports: 'GET S/summaries' lists summaries",
                "v1/feedback", "feedback: change or delete the memory instead",
                "v1/events", "lists of events: ask for one by its id",
                "v2/profiles/<rest>", "profiles by a schema: 'GET S/profile' describes a scope",
                "v2/entities/<rest>", "profiles by a schema: 'GET S/profile' describes a scope",
                "configure", "the configuration by a call: the operator configures the server",
                "reset", "the reset of all users at once: delete each user");
        return features.entrySet().stream()
                .flatMap(feature -> Stream.of("GET", "POST", "PUT", "PATCH", "DELETE")
                        .map(method -> route(method, feature.getKey(), null, call -> refusal(feature.getValue()))))
                .toList();
    }

    private static HttpRoute route(String method, String path, @Nullable AccessRight right, Handler handler) {
        return new HttpRoute(method, RequestGuard.MEM0 + path, right, CallPace.QUICK, false, handler);
    }

    private static HttpReply refusal(String feature) {
        Map<String, @Nullable Object> answer = PlainJson.object("code", "unsupported");
        answer.put("detail", "Daybook does not have " + feature);
        return new HttpReply(501, answer, Map.of());
    }

    /** Answers the first call of a client, which checks its key. The Python client needs a project: it is the space. */
    private static HttpReply ping(HttpCall call) {
        call.noParameters();
        Map<String, @Nullable Object> answer = PlainJson.object("status", "ok");
        answer.put("org_id", "daybook");
        answer.put("project_id", new MemoryAccess(call).space().id());
        return HttpReply.ok(answer);
    }
}

package dev.daybook.server.http.routes;

import static dev.daybook.access.AccessRight.ADMIN;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.server.keys.AccessAnswers;
import dev.daybook.server.keys.ApiKey;
import dev.daybook.server.keys.GrantPlace;
import dev.daybook.server.keys.Grantor;
import dev.daybook.server.keys.KeyGrant;
import dev.daybook.server.problem.ForbiddenException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The routes of keys: which keys open the places that the caller administers, and the grants there (decision 162). */
final class KeyRoutes {

    private KeyRoutes() {}

    static List<HttpRoute> all() {
        return List.of(
                HttpRoute.get("/v1/keys", KeyRoutes::list).right(ADMIN),
                HttpRoute.put("/v1/keys/{id}/grants", ADMIN, KeyRoutes::grant).slow(),
                HttpRoute.delete("/v1/keys/{id}/grants", KeyRoutes::withdraw)
                        .right(ADMIN)
                        .slow());
    }

    private static HttpReply list(HttpCall call) {
        ListPaging paging = ListPaging.only(call, "keys");
        own(call);
        List<ApiKey> known = call.keys().all().stream()
                .filter(key -> Grantor.administers(call.caller(), key))
                .toList();
        Function<ApiKey, Map<String, @Nullable Object>> shown = key -> AccessAnswers.administered(key, call.caller());
        return paging.reply(
                known,
                ApiKey::id,
                page -> PlainJson.object("keys", page.stream().map(shown).toList()));
    }

    private static HttpReply grant(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        GrantPlace place = GrantPlace.read("scope", fields.text("scope"));
        Set<AccessRight> rights = new LinkedHashSet<>();
        fields.texts("rights").forEach(label -> rights.add(AccessRight.of(label)));
        fields.done();
        KeyGrant grant = new KeyGrant(place, rights);
        return changed(call, place, AuditEntry.GRANT, grantor -> call.keys().grant(call.id("id"), grant, grantor));
    }

    private static HttpReply withdraw(HttpCall call) {
        QueryParameters parameters = call.parameters();
        String scope = parameters.text("scope");
        parameters.done();
        if (scope == null) {
            throw new IllegalArgumentException(
                    "parameter 'scope' is missing; give the path of the grant's place, such as spaces/default");
        }
        GrantPlace place = GrantPlace.read("scope", scope);
        return changed(
                call, place, AuditEntry.WITHDRAW, grantor -> call.keys().withdraw(call.id("id"), place, grantor));
    }

    /** Changes a key as its caller may, with an audit entry that is there before the change. */
    private static HttpReply changed(HttpCall call, GrantPlace place, String action, Function<Grantor, ApiKey> change) {
        AtomicReference<String> operation = new AtomicReference<>();
        Runnable audit = () ->
                operation.set(call.daybook().maintenance().recordAccessChange(place.space(), action, call.id("id")));
        ApiKey changed = change.apply(Grantor.of(own(call), audit));
        Map<String, @Nullable Object> answer = AccessAnswers.administered(changed, call.caller());
        answer.put("operation", operation.get());
        return HttpReply.ok(answer);
    }

    /** Returns the key of the caller. */
    private static ApiKey own(HttpCall call) {
        ApiKey own = call.caller().key();
        if (own == null) {
            throw new ForbiddenException(
                    "this server answers callers without keys, so none of them may see or change keys;"
                            + " use 'daybook key' on its machine, or start it without --open");
        }
        return own;
    }
}

package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.server.doors.GuardedSpace;
import dev.daybook.server.doors.GuardedSpace.KeyKind;
import dev.daybook.server.doors.OperationTable;
import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.server.http.routes.DocumentRoutes;
import dev.daybook.server.http.routes.HttpRoute;
import dev.daybook.server.keys.ApiKey;
import dev.daybook.server.keys.KeyLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every route that changes a memory is in the table of SECURITY.md, and needs what the table says. */
class ProtectedRoutesTest {

    private static final String ROUTE = "(GET|PUT|POST|DELETE) .+";

    /** A call of a route that does an operation: its path, and its body, which may name parts of the space. */
    private record RouteCall(ProtectedOperation operation, String path, String body) {}

    private static final Map<String, List<RouteCall>> CALLS = calls();

    private static Map<String, List<RouteCall>> calls() {
        Map<String, List<RouteCall>> calls = new TreeMap<>();
        call(calls, "POST S/episodes", ProtectedOperation.WRITE_EPISODES, "{'id':'e1','input':'other'}");
        call(
                calls,
                "POST S/facts",
                ProtectedOperation.ASSERT_FACTS,
                "{'id':'f1','subject':'ada','predicate':'likes','object':'gold'}");
        call(calls, "POST S/facts/{id}/end", ProtectedOperation.END_FACTS, "");
        call(calls, "POST S/notes", ProtectedOperation.ADD_NOTES, "{'contents':['Ada swims.']}");
        call(calls, "PUT S/blocks/{name}", ProtectedOperation.CHANGE_BLOCKS, "{'content':'Obey.'}");
        call(calls, "DELETE S/blocks/{name}", ProtectedOperation.CHANGE_BLOCKS, "");
        call(calls, "POST S/blocks/{name}/append", ProtectedOperation.CHANGE_BLOCKS, "{'text':'Obey.'}");
        call(calls, "POST S/blocks/{name}/move", ProtectedOperation.CHANGE_BLOCKS, "{'order':1}");
        call(calls, "PUT S/sessions/{id}/summary", ProtectedOperation.SET_SUMMARY, "{'text':'x','upTo':POSITION}");
        call(calls, "PUT S/sessions/{id}", ProtectedOperation.CHANGE_SESSION, "{'name':'x'}");
        call(calls, "PUT S/sessions/{id}", ProtectedOperation.CHANGE_SESSION, "{'private':true}");
        call(calls, "PUT S/sessions/{id}", ProtectedOperation.CHANGE_SESSION, "{'created':'1970-01-01T00:00:00Z'}");
        call(calls, "PUT S/sessions/{id}", ProtectedOperation.SET_RETENTION, "{'retentionDays':1}");
        call(calls, "POST S/consolidate", ProtectedOperation.DERIVE, "");
        call(calls, "POST S/sessions/{id}/summarize", ProtectedOperation.DERIVE, "");
        call(calls, "POST S/context", ProtectedOperation.KEEP_CONTEXT, "{'prompt':'x','keep':true}");
        call(calls, "POST S/undo", ProtectedOperation.UNDO, "{'operation':'DERIVATION'}");
        call(calls, "POST /v1/operations/{id}/undo", ProtectedOperation.UNDO, "");
        call(calls, "POST S/forget", ProtectedOperation.FORGET, "{'session':'s1'}");
        call(calls, "DELETE S/episodes/{id}", ProtectedOperation.FORGET, "");
        call(calls, "DELETE S/sessions/{id}", ProtectedOperation.FORGET, "");
        call(calls, "DELETE S/facts/{id}", ProtectedOperation.FORGET, "");
        call(calls, "POST S/proposals", ProtectedOperation.PROPOSE_EPISODES, "{'input':'other'}");
        call(calls, "POST S/quarantine", ProtectedOperation.QUARANTINE, "{'session':'s1'}");
        call(calls, "POST S/quarantine/{operation}/release", ProtectedOperation.RELEASE, "");
        ofSpace(calls);
        return calls;
    }

    private static void ofSpace(Map<String, List<RouteCall>> calls) {
        String bank = "/v1/spaces/{space}/bank";
        call(
                calls,
                "POST " + bank,
                ProtectedOperation.ADD_TO_BANK,
                "{'text':'x','chat':{'user':'ada','session':'s1'}}");
        call(calls, "POST " + bank + "/summarize", ProtectedOperation.MAINTAIN_BANK, "{'user':'ada','session':'s1'}");
        call(calls, "POST " + bank + "/run", ProtectedOperation.MAINTAIN_BANK, "");
        call(calls, "POST " + bank + "/compress", ProtectedOperation.MAINTAIN_BANK, "{'maxTokens':1}");
        call(calls, "DELETE " + bank, ProtectedOperation.CLEAR_BANK, "");
        String line = "{'kind':'episode','id':'e1','session':'s1','user':'ada','occurredAt':'2026-05-01T10:00:00Z',"
                + "'messages':[{'role':'user','text':'other'}]}";
        call(calls, "POST S/import", ProtectedOperation.IMPORT, line);
        call(calls, "POST S/entries", ProtectedOperation.IMPORT, "{'entries':['" + line.replace("'", "\\'") + "']}");
        call(
                calls,
                "PUT /v1/keys/{id}/grants",
                ProtectedOperation.CHANGE_GRANTS,
                "{'scope':'spaces/SPACE/users/ada','rights':['admin']}");
        call(calls, "DELETE /v1/keys/{id}/grants", ProtectedOperation.CHANGE_GRANTS, "");
        call(calls, "PUT /v1/spaces/{space}/settings", ProtectedOperation.CHANGE_SETTINGS, "{'secrets':'reject'}");
        call(calls, "PUT /v1/spaces/{space}/settings", ProtectedOperation.SET_RETENTION, "{'retention':{'days':1}}");
    }

    private static void call(
            Map<String, List<RouteCall>> calls, String route, ProtectedOperation operation, String body) {
        calls.computeIfAbsent(route, unused -> new ArrayList<>())
                .add(new RouteCall(
                        operation,
                        route.split(" ")[1],
                        body.replace("\\'", "\\\"").replace('\'', '"')));
    }

    private static Stream<HttpRoute> routes() {
        return Stream.concat(DocumentRoutes.all().stream(), StreamRoutes.all().stream());
    }

    private static String name(HttpRoute route) {
        return route.method() + " " + route.path();
    }

    @Test
    void every_route_reads_or_is_in_the_table_with_its_right() {
        OperationTable table = OperationTable.read();
        TreeSet<String> changing = new TreeSet<>();
        routes().filter(route -> !route.reads()).forEach(route -> {
            changing.add(name(route));
            assertThat(table.operations(name(route)))
                    .as(name(route))
                    .extracting(ProtectedOperation::right)
                    .contains(route.right());
        });
        changing.remove("POST S/await");
        // A context is kept on demand.
        changing.add("POST S/context");

        assertThat(table.calls(ROUTE)).isEqualTo(changing);
    }

    @Test
    void a_key_of_each_kind_does_what_the_table_says_and_nothing_else(@TempDir Path folder) {
        OperationTable table = OperationTable.read();
        assertThat(CALLS.keySet()).isEqualTo(table.calls(ROUTE));
        CALLS.forEach((route, calls) -> assertThat(
                        calls.stream().map(RouteCall::operation).distinct())
                .as(route)
                .containsExactlyInAnyOrderElementsOf(table.operations(route)));
        try (TestServer server = TestServer.closed(folder)) {
            // A refused call changes nothing, so all of them may meet the same space and the same keys.
            Place refusing = new Place(server, "refusing");
            int spaces = 0;
            for (HttpRoute route : routes().toList()) {
                for (RouteCall call : CALLS.getOrDefault(name(route), List.of())) {
                    for (KeyKind kind : KeyKind.all()) {
                        Place place = isAllowed(route, call, kind) ? new Place(server, "p" + spaces++) : refusing;
                        check(server, place, route, call, kind);
                    }
                }
            }
        }
    }

    private static boolean isAllowed(HttpRoute route, RouteCall call, KeyKind kind) {
        return kind.may(List.of(call.operation())) && kind.rights().contains(route.right());
    }

    /** A space with keys of each kind, and a key that administrators change. */
    private static final class Place {

        final GuardedSpace there;
        final ApiKey other;
        private final TestServer server;
        private final Map<KeyKind, String> keys = new HashMap<>();

        Place(TestServer server, String space) {
            this.server = server;
            there = new GuardedSpace(server.daybook, space);
            other = server.keys
                    .create(there.space.space(), null, Set.of(AccessRight.READ), null)
                    .key();
        }

        String key(KeyKind kind) {
            return keys.computeIfAbsent(
                    kind,
                    unused -> server.keys
                            .create(there.space.space(), null, kind.rights(), new KeyLimits(kind.bound(), null), null)
                            .text());
        }
    }

    private static void check(TestServer server, Place place, HttpRoute route, RouteCall call, KeyKind kind) {
        GuardedSpace there = place.there;
        ApiKey other = place.other;
        String key = place.key(kind);
        String path = call.path()
                .replace("/v1/keys/{id}", "/v1/keys/" + other.id())
                .replaceFirst("^S/", "/v1/spaces/{space}/users/ada/")
                .replace("{space}", there.space.space().id())
                .replace("{name}", "b1")
                .replace("{operation}", there.quarantine)
                .replace("/v1/operations/{id}", "/v1/operations/" + there.derivation)
                .replace("episodes/{id}", "episodes/e1")
                .replace("facts/{id}", "facts/f1")
                .replace("{id}", "s1");
        if (name(route).equals("DELETE /v1/keys/{id}/grants")) {
            path += "?scope=spaces/" + there.space.space().id();
        }
        String body = call.body()
                .replace("POSITION", Long.toString(there.position))
                .replace("DERIVATION", there.derivation)
                .replace("SPACE", there.space.space().id());
        List<Object> before = there.state();

        Answer answer = server.send(
                route.method(),
                path,
                body.isEmpty() ? null : body,
                "Authorization",
                "Bearer " + key,
                "Content-Type",
                path.endsWith("/import") ? PlainJson.LINES_TYPE : "application/json");

        String what = name(route) + " " + body + " with " + kind + ": " + answer.status() + " " + answer.body();
        if (isAllowed(route, call, kind)) {
            assertThat(answer.status()).as(what).isBetween(200, 299);
        } else {
            // An import goes on after a line that it refuses.
            boolean isLine = answer.status() == 200 && path.endsWith("/import");
            assertThat(isLine || answer.status() == 403 || answer.status() == 409)
                    .as(what)
                    .isTrue();
            assertThat(there.state()).as(what).isEqualTo(before);
            assertThat(server.keys.named(other.id())).as(what).isEqualTo(other);
        }
    }
}

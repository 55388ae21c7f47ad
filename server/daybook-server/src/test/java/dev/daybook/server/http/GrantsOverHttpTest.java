package dev.daybook.server.http;

import static dev.daybook.access.AccessRight.ADMIN;
import static dev.daybook.access.AccessRight.FORGET;
import static dev.daybook.access.AccessRight.READ;
import static dev.daybook.access.AccessRight.WRITE;
import static dev.daybook.server.http.TestServer.ADA;
import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.query.Selection;
import dev.daybook.server.config.ProxySettings;
import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.server.keys.ApiKey;
import dev.daybook.server.keys.ApiKeys.CreatedKey;
import dev.daybook.server.keys.GrantPlace;
import dev.daybook.server.keys.Grantor;
import dev.daybook.server.keys.KeyGrant;
import dev.daybook.server.keys.KeyLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Keys with grants over REST: what they open, who may change them, and that a withdrawal works at once. */
@Timeout(60)
class GrantsOverHttpTest {

    private static final String BOB = "/v1/spaces/default/users/bob";
    private static final String LAB = "/v1/spaces/lab/users/ada";
    private static final String EPISODE = "{\"input\":\"x\"}";

    @TempDir
    Path folder;

    private TestServer server;

    @BeforeEach
    void serve() {
        server = TestServer.withMem0(Daybook.builder(new InMemoryStore()).noEmbedder(), folder);
        for (String space : List.of("default", "lab")) {
            for (String user : List.of("ada", "bob")) {
                server.daybook
                        .space(space)
                        .user(user)
                        .session("s")
                        .remember(Message.user("Canary of " + user + " in " + space + "."));
            }
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private CreatedKey made(Scope scope, AccessRight... rights) {
        return server.keys.create(scope.space(), scope, Set.of(rights), null);
    }

    private CreatedKey ofSpace(String space, AccessRight... rights) {
        return server.keys.create(new Space(space), null, Set.of(rights), null);
    }

    private static Scope user(String space, String id) {
        return new Scope.User(new Space(space), id);
    }

    private void grant(CreatedKey key, Scope scope, AccessRight... rights) {
        server.keys.grant(key.key().id(), new KeyGrant(GrantPlace.of(scope), Set.of(rights)), Grantor.OWNER);
    }

    private void withdraw(CreatedKey key, Scope scope) {
        server.keys.withdraw(key.key().id(), GrantPlace.of(scope), Grantor.OWNER);
    }

    private static String grants(CreatedKey key) {
        return "/v1/keys/" + key.key().id() + "/grants";
    }

    private static String body(String scope, String... rights) {
        return PlainJson.write(Map.of("scope", scope, "rights", List.of(rights)));
    }

    @Test
    void a_key_opens_the_scopes_of_its_grants_with_the_rights_of_each() {
        CreatedKey key = made(user("default", "ada"), READ, WRITE);
        grant(key, user("lab", "ada"), READ);
        String[] auth = bearer(key.text());

        assertThat(server.post(ADA + "/episodes", EPISODE, auth).status()).isEqualTo(201);
        assertThat(server.get(LAB + "/export", auth).body()).contains("Canary of ada in lab.");
        Answer unrighted = server.post(LAB + "/episodes", EPISODE, auth);
        assertThat(unrighted.status()).isEqualTo(403);
        assertThat(unrighted.at("detail").toString()).contains("'write'");
        Answer foreign = server.get(BOB + "/profile", auth);
        Answer absent = server.get("/v1/spaces/nowhere/users/bob/profile", auth);
        assertThat(foreign.status()).isEqualTo(404);
        assertThat(foreign.body()).isEqualTo(absent.body());
        assertThat(server.get("/v1/spaces/lab/settings", auth).body()).isEqualTo(absent.body());
        assertThat(server.get("/v1/spaces", auth).at("spaces")).isEqualTo(List.of("default", "lab"));
        assertThat(server.get("/metrics", auth).status()).isEqualTo(403);
        assertThat(PlainJson.write(server.get("/v1/access", auth).at("spaces")))
                .isEqualTo("[{\"space\":\"default\",\"scopes\":[\"user:ada\"],\"more\":false},"
                        + "{\"space\":\"lab\",\"scopes\":[\"user:ada\"],\"more\":false}]");
    }

    @Test
    void memories_are_joined_over_the_grants_of_a_key() {
        CreatedKey key = made(user("default", "ada"), READ);
        String joined = "{\"query\":\"canary\",\"with\":[{\"scope\":\"user:bob\"}]}";

        Answer refused = server.post(ADA + "/recall", joined, bearer(key.text()));
        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.body())
                .isEqualTo(server.get(BOB + "/profile", bearer(key.text())).body());
        grant(key, user("default", "bob"), WRITE);
        assertThat(server.post(ADA + "/recall", joined, bearer(key.text())).status())
                .isEqualTo(403);
        grant(key, user("default", "bob"), READ);
        assertThat(server.post(ADA + "/recall", joined, bearer(key.text())).body())
                .contains("Canary of ada in default.", "Canary of bob in default.");
    }

    @Test
    void an_administrator_grants_and_withdraws_at_once_and_the_space_has_it_on_record() {
        String[] admin = bearer(ofSpace("default", READ, ADMIN).text());
        CreatedKey key = made(user("default", "ada"), READ);
        String[] auth = bearer(key.text());

        Answer granted = server.put(grants(key), body("spaces/default/users/bob", "read"), admin);
        assertThat(granted.status()).as(granted.body()).isEqualTo(200);
        assertThat(server.get(BOB + "/profile", auth).status()).isEqualTo(200);
        Answer withdrawn = server.delete(grants(key) + "?scope=spaces/default/users/bob", admin);
        assertThat(withdrawn.status()).as(withdrawn.body()).isEqualTo(200);
        assertThat(server.get(BOB + "/profile", auth).status()).isEqualTo(404);

        assertThat(server.get("/v1/operations/" + granted.at("operation") + "/audit", admin)
                        .json())
                .containsEntry("action", "grant")
                .containsEntry("space", "default");
        assertThat(server.get("/v1/operations/" + withdrawn.at("operation") + "/audit", admin)
                        .at("action"))
                .isEqualTo("withdraw grant");
        assertThat(server.get("/v1/operations/" + granted.at("operation") + "/audit", auth)
                        .status())
                .isEqualTo(404);
        assertThat(server.delete(grants(key) + "?scope=spaces/default/users/bob", admin)
                        .status())
                .isEqualTo(404);
        assertThat(server.delete(grants(key) + "?scope=spaces/default/users/ada", admin)
                        .at("revokedAt"))
                .isNotNull();
        assertThat(server.get(ADA + "/profile", auth).status()).isEqualTo(401);
        assertThat(server.put(grants(key), body("spaces/default", "read"), admin)
                        .at("detail")
                        .toString())
                .contains("is revoked");
    }

    @Test
    void an_administrator_sees_the_grants_that_it_administers_and_no_secret() {
        CreatedKey admin = made(user("default", "ada"), READ, ADMIN);
        CreatedKey key = made(user("lab", "bob"), READ);
        CreatedKey foreign = ofSpace("lab", READ, ADMIN);
        grant(key, user("default", "ada"), WRITE);

        Answer list = server.get("/v1/keys", bearer(admin.text()));

        assertThat(list.list("keys").stream().map(each -> each.get("id")))
                .containsExactly(admin.key().id(), key.key().id());
        assertThat(PlainJson.write(list.list("keys").get(1).get("grants")))
                .isEqualTo("[{\"scope\":\"spaces/default/users/ada\",\"rights\":[\"write\"]}]");
        assertThat(list.body())
                .doesNotContain("lab", "bob", foreign.key().id(), key.key().hash(), key.text());
        assertThat(server.get("/v1/keys?limit=1", bearer(admin.text())).list("keys"))
                .hasSize(1);
        assertThat(server.get("/v1/keys", bearer(key.text())).status()).isEqualTo(403);
    }

    @Test
    void a_key_that_the_caller_does_not_administer_is_as_absent_as_one_that_is_not_there() {
        CreatedKey admin = ofSpace("default", READ, ADMIN);
        CreatedKey foreign = ofSpace("lab", READ);
        String[] auth = bearer(admin.text());
        String absent = "/v1/keys/0000000000/grants";

        Answer put = server.put(absent, body("spaces/default", "read"), auth);
        assertThat(put.status()).isEqualTo(404);
        assertThat(server.put(grants(foreign), body("spaces/default", "read"), auth)
                        .body())
                .isEqualTo(put.body());
        assertThat(server.put(grants(admin), body("spaces/lab", "read"), auth).body())
                .isEqualTo(put.body());
        assertThat(server.delete(grants(foreign) + "?scope=spaces/lab", auth).body())
                .isEqualTo(put.body());
        assertThat(server.delete(absent + "?scope=spaces/default", auth).body()).isEqualTo(put.body());
        assertThat(server.keys.named(foreign.key().id())).isEqualTo(foreign.key());
    }

    @Test
    void bad_input_is_refused_with_a_remedy_and_changes_nothing() {
        CreatedKey admin = ofSpace("default", READ, ADMIN);
        CreatedKey key = made(user("default", "ada"), READ);
        String[] auth = bearer(admin.text());
        List<ApiKey> before = server.keys.all();

        for (String bad : List.of(
                "",
                "[]",
                "{\"rights\":[\"read\"]}",
                "{\"scope\":\"spaces/default\"}",
                body("default", "read"),
                body("spaces/default/users/", "read"),
                body("spaces/default/users/a/b", "read"),
                body("spaces/default/users/~_w", "read"),
                body("spaces/default/users/ada%40x.org", "read"),
                body("spaces/default/agents/a\nb", "read"),
                body("spaces/default"),
                body("spaces/default", "owner"),
                "{\"scope\":\"spaces/default\",\"rights\":[\"read\"],\"trust\":\"system\"}")) {
            Answer answer = server.put(grants(key), bad, auth);
            assertThat(answer.status()).as(bad + answer.body()).isEqualTo(400);
        }
        assertThat(server.delete(grants(key), auth).status()).isEqualTo(400);
        assertThat(server.delete(grants(key) + "?scope=x", auth).status()).isEqualTo(400);
        assertThat(server.delete(grants(key) + "?scope=spaces/default&all=true", auth)
                        .status())
                .isEqualTo(400);
        Answer higher = server.put(grants(key), body("spaces/default/users/ada", "read", "forget"), auth);
        assertThat(higher.status()).isEqualTo(403);
        assertThat(higher.at("detail").toString()).contains("'forget'");
        assertThat(server.get(grants(key), auth).status()).isEqualTo(405);
        assertThat(server.keys.all()).isEqualTo(before);
    }

    @Test
    void an_import_changes_settings_with_the_rights_in_the_space_only() {
        CreatedKey key = ofSpace("default", ADMIN);
        grant(key, new Scope.Shared(Space.DEFAULT), FORGET);
        String retention = "\"retention\":{\"days\":1}}";

        Answer put = server.put("/v1/spaces/default/settings", "{" + retention, bearer(key.text()));
        Answer imported = importedShared("{\"kind\":\"settings\"," + retention, key);

        assertThat(put.status()).as(put.body()).isEqualTo(403);
        assertThat(imported.json()).as(imported.body()).containsEntry("bad", 1L);
        assertThat(imported.body()).contains("'forget'");
        assertThat(server.daybook.space("default").settings().retentionDays()).isNull();
        assertThat(importedShared("{\"kind\":\"settings\",\"secrets\":\"reject\"}", key)
                        .json())
                .containsEntry("bad", 0L);
        assertThat(server.daybook.space("default").settings().secrets()).hasToString("REJECT");
    }

    private Answer importedShared(String line, CreatedKey key) {
        String[] auth = bearer(key.text());
        return server.post(
                "/v1/spaces/default/shared/import", line, auth[0], auth[1], "Content-Type", "application/x-ndjson");
    }

    @Test
    void a_bounded_key_changes_no_grants_and_without_keys_nobody_does() {
        String bounded = server.keys
                .create(Space.DEFAULT, null, Set.of(READ, ADMIN), new KeyLimits(Trust.TOOL, null), null)
                .text();
        CreatedKey key = made(user("default", "ada"), READ);

        assertThat(server.put(grants(key), body("spaces/default", "read"), bearer(bounded))
                        .status())
                .isEqualTo(403);
        try (TestServer open = TestServer.open(folder)) {
            for (Answer answer : List.of(
                    open.get("/v1/keys"),
                    open.put(grants(key), body("spaces/default", "read")),
                    open.delete(grants(key) + "?scope=spaces/default/users/ada"))) {
                assertThat(answer.status()).isEqualTo(403);
                assertThat(answer.at("detail").toString()).contains("--open");
            }
        }
        assertThat(server.keys.named(key.key().id())).isEqualTo(key.key());
    }

    @Test
    void a_grant_of_a_forgotten_user_opens_an_empty_memory_with_no_trace_of_the_old_one() {
        CreatedKey key = made(user("default", "ada"), READ);
        server.daybook.space("default").user("bob").forget(Selection.everything());
        String[] admin = bearer(ofSpace("default", READ, ADMIN).text());

        assertThat(server.put(grants(key), body("spaces/default/users/bob", "read"), admin)
                        .status())
                .isEqualTo(200);

        Answer export = server.get(BOB + "/export", bearer(key.text()));
        assertThat(export.status()).isEqualTo(200);
        assertThat(export.body()).doesNotContain("Canary");
    }

    @Test
    void an_operation_is_seen_with_the_right_of_its_own_scope() {
        server.daybook.space("lab").user("ada").consolidate();
        CreatedKey admin = ofSpace("lab", READ, WRITE, FORGET);
        String[] all = bearer(admin.text());
        Object operation =
                server.post(LAB + "/quarantine", "{\"session\":\"s\"}", all).at("operation");
        CreatedKey key = made(user("default", "ada"), READ, WRITE);
        String path = "/v1/operations/" + operation + "/audit";

        assertThat(server.get(path, all).status()).isEqualTo(200);
        assertThat(server.get(path, bearer(key.text())).status()).isEqualTo(404);
        grant(key, user("lab", "ada"), WRITE);
        assertThat(server.get(path, bearer(key.text())).status()).isEqualTo(403);
        grant(key, user("lab", "ada"), READ);
        assertThat(server.get(path, bearer(key.text())).status()).isEqualTo(200);
        assertThat(server.post("/v1/operations/" + operation + "/undo", "", bearer(key.text()))
                        .status())
                .isEqualTo(403);
    }

    @Test
    void calls_without_a_scope_are_refused_when_the_home_of_the_key_was_withdrawn() throws Exception {
        CreatedKey key = made(user("default", "ada"), READ, WRITE);
        String search = "{\"query\":\"canary\"}";
        assertThat(server.post("/mem0/v3/memories/search/", search, bearer(key.text()))
                        .body())
                .contains("Canary of ada in default.");
        grant(key, user("default", "bob"), READ, WRITE);

        withdraw(key, user("default", "ada"));

        for (String named : List.of(search, "{\"query\":\"canary\",\"filters\":{\"user_id\":\"bob\"}}")) {
            Answer answer = server.post("/mem0/v3/memories/search/", named, bearer(key.text()));
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.body()).doesNotContain("Canary");
        }
        String list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";
        Answer begun = server.post("/mcp", list, mcp(key));
        Answer called = server.post(
                "/mcp",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"recall\","
                        + "\"arguments\":{\"query\":\"canary\"}}}",
                mcp(key, "Mcp-Session-Id", begun.header("mcp-session-id")));
        assertThat(called.body())
                .contains("no grant of the scope", "isError\":true")
                .doesNotContain("Canary");
        assertThat(server.get(BOB + "/profile", bearer(key.text())).status()).isEqualTo(200);
    }

    private static String[] mcp(CreatedKey key, String... more) {
        List<String> headers = new ArrayList<>(List.of(bearer(key.text())));
        headers.addAll(List.of("Accept", "application/json, text/event-stream"));
        headers.addAll(List.of(more));
        return headers.toArray(String[]::new);
    }

    private BufferedReader open(String path, String accept, CreatedKey key) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri(path))
                .headers("Authorization", "Bearer " + key.text(), "Accept", accept)
                .build();
        HttpResponse<InputStream> response =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    @Test
    void a_listener_hears_nothing_of_a_scope_from_the_withdrawal_on() throws Exception {
        CreatedKey key = made(user("default", "ada"), READ);
        grant(key, user("default", "bob"), READ);
        try (BufferedReader lines = open("/v1/events", "text/event-stream", key)) {
            assertThat(lines.readLine()).isEqualTo(": listening");

            withdraw(key, user("default", "bob"));
            server.daybook.user("bob").session("s").remember(Message.user("later"));
            server.daybook.user("ada").session("s").remember(Message.user("later"));

            String line = lines.readLine();
            while (!line.startsWith("data: ")) {
                line = lines.readLine();
            }
            assertThat(line).contains("user:ada");
            withdraw(key, user("default", "ada"));
            server.daybook.user("ada").session("s").remember(Message.user("later"));
            assertThat(lines.lines()).noneMatch(rest -> rest.startsWith("data: "));
        }
    }

    @Test
    void the_changes_of_a_scope_end_with_its_grant() throws Exception {
        CreatedKey key = made(user("default", "ada"), READ);
        grant(key, user("default", "bob"), READ);
        try (BufferedReader lines = open(BOB + "/changes", "text/event-stream", key)) {
            assertThat(lines.readLine()).isEqualTo(": listening");
            withdraw(key, user("default", "bob"));
            server.daybook.user("bob").session("s").remember(Message.user("SECRETLATER"));
            // The stream ends, so this returns.
            assertThat(lines.lines()).noneMatch(line -> line.contains("SECRETLATER"));
        }
    }

    @Test
    void an_export_breaks_off_when_its_grant_is_withdrawn() throws Exception {
        String large = "y".repeat(20_000);
        for (int i = 0; i < 1_500; i++) {
            server.daybook.user("bob").session("s").remember(Message.user(large));
        }
        CreatedKey key = made(user("default", "ada"), READ);
        grant(key, user("default", "bob"), READ);
        try (BufferedReader lines = open(BOB + "/export", "application/x-ndjson", key)) {
            lines.readLine();
            withdraw(key, user("default", "bob"));
            assertThatThrownBy(() -> {
                        while (lines.readLine() != null) {
                            // Read to the end.
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void an_answer_through_the_proxy_ends_with_its_grant_and_is_not_written() throws Exception {
        CountDownLatch withdrawn = new CountDownLatch(1);
        try (ScriptedUpstream upstream = new ScriptedUpstream();
                TestServer proxying = TestServer.closedOver(
                        Daybook.builder(new InMemoryStore()).noEmbedder(),
                        folder.resolve("proxy"),
                        ServeOptions.loopback(0, false)
                                .with(new ProxySettings(
                                        upstream.address(), "secret", Duration.ofSeconds(30), 4, 500)))) {
            CreatedKey key = proxying.keys.create(Space.DEFAULT, user("default", "ada"), Set.of(READ), null);
            GrantPlace bob = GrantPlace.of(user("default", "bob"));
            proxying.keys.grant(key.key().id(), new KeyGrant(bob, Set.of(READ, WRITE)), Grantor.OWNER);
            upstream.then(exchange -> {
                OutputStream out = ScriptedUpstream.begin(
                        exchange, ScriptedUpstream.EVENTS, ScriptedUpstream.events(ScriptedUpstream.piece("First")));
                withdrawn.await();
                out.write(ScriptedUpstream.events(ScriptedUpstream.piece("Second"))
                        .getBytes(StandardCharsets.UTF_8));
                exchange.close();
            });
            HttpRequest chat = HttpRequest.newBuilder(proxying.uri("/proxy/v1/chat/completions"))
                    .headers("Authorization", "Bearer " + key.text(), "Daybook-User", "bob")
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "{\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}],\"stream\":true}"))
                    .build();
            HttpResponse<InputStream> answer =
                    HttpClient.newHttpClient().send(chat, HttpResponse.BodyHandlers.ofInputStream());
            BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
            assertThat(lines.readLine()).contains("First");

            proxying.keys.withdraw(key.key().id(), bob, Grantor.OWNER);
            withdrawn.countDown();

            assertThatThrownBy(() -> {
                        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                            assertThat(line).doesNotContain("Second");
                        }
                    })
                    .isInstanceOf(IOException.class);
            assertThat(proxying.daybook.user("bob").archive().exportLines())
                    .isNotEmpty()
                    .noneMatch(line -> line.contains("First"));
        }
    }
}

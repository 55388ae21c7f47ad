package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.access.AccessRight;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.server.keys.KeyLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents and joined scopes over HTTP: their paths, and what a key opens. */
class AgentsOverHttpTest {

    private static final String PLANNER = ADA + "/agents/planner";
    private static final String TEAM = "/v1/spaces/default/agents/team";
    private static final Scope OF_ADA = new Scope.Agent(Space.DEFAULT, "ada", "planner");

    @TempDir
    Path folder;

    private TestServer testServer;

    @BeforeEach
    void serve() {
        testServer = TestServer.closed(folder);
        String[] all = bearer(testServer.key("default", AccessRight.values()));
        for (String place : List.of(ADA, PLANNER, TEAM, "/v1/spaces/default/users/bob")) {
            assertThat(testServer
                            .post(place + "/episodes", "{\"id\":\"e\",\"input\":\"heron\"}", all)
                            .status())
                    .isEqualTo(201);
        }
    }

    @AfterEach
    void stop() {
        testServer.close();
    }

    private String[] keyOf(Scope scope, AccessRight... rights) {
        return bearer(testServer
                .keys
                .create(Space.DEFAULT, scope, Set.of(rights), new KeyLimits(null, null), null)
                .text());
    }

    private Answer joining(String place, String scopes, String... key) {
        return testServer.post(place + "/recall", "{\"query\":\"heron\",\"with\":[" + scopes + "]}", key);
    }

    private static String of(String code) {
        return "{\"scope\":\"" + code + "\"}";
    }

    @Test
    void the_key_of_a_user_opens_the_agents_of_the_user_with_the_same_rights() {
        String[] key = keyOf(new Scope.User(Space.DEFAULT, "ada"), AccessRight.READ);

        assertThat(testServer.get(PLANNER + "/episodes/e", key).status()).isEqualTo(200);
        assertThat(testServer.delete(PLANNER + "/episodes/e", key).status()).isEqualTo(403);
        for (String place :
                List.of(TEAM, "/v1/spaces/default/users/bob/agents/planner", "/v1/spaces/default/users/bob")) {
            assertThat(testServer.get(place + "/profile", key).status())
                    .as(place)
                    .isEqualTo(404);
        }
        assertThat(testServer.get("/v1/access", key).body())
                .contains("\"scopes\":[\"agent-of:ada/planner\",\"user:ada\"]");
    }

    @Test
    void the_key_of_an_agent_opens_the_agent_alone() {
        String[] key = keyOf(OF_ADA, AccessRight.values());

        assertThat(testServer.get(PLANNER + "/episodes/e", key).status()).isEqualTo(200);
        for (String place : List.of(ADA, ADA + "/agents/critic", TEAM, "/v1/spaces/default/shared")) {
            assertThat(testServer.get(place + "/profile", key).status())
                    .as(place)
                    .isEqualTo(404);
        }
    }

    @Test
    void a_recall_reads_the_joined_scopes_that_the_key_opens_and_names_them() {
        String[] key = keyOf(new Scope.User(Space.DEFAULT, "ada"), AccessRight.READ);
        Answer answer = joining(ADA, "{\"scope\":\"agent-of:ada/planner\",\"trust\":\"tool\"}", key);

        assertThat(answer.status()).isEqualTo(200);
        assertThat((List<?>) answer.at("hits"))
                .extracting(hit -> ((Map<?, ?>) hit).get("scope") + " " + ((Map<?, ?>) hit).get("trust"))
                .containsExactlyInAnyOrder("user:ada user", "agent-of:ada/planner tool");
        assertThat(testServer
                        .post(ADA + "/recall", "{\"query\":\"heron\"}", key)
                        .body())
                .doesNotContain("\"scope\"");
    }

    @Test
    void a_joined_scope_that_the_key_does_not_open_is_answered_as_one_that_does_not_exist() {
        String[] key = keyOf(new Scope.User(Space.DEFAULT, "ada"), AccessRight.READ);
        Answer foreign = joining(ADA, of("user:bob"), key);

        assertThat(foreign.status()).isEqualTo(404);
        for (String code : List.of("user:nobody", "agent:team", "agent:none", "agent-of:bob/planner", "anonymous")) {
            Answer other = joining(ADA, of(code), key);
            assertThat(other.status()).as(code).isEqualTo(404);
            assertThat(other.body()).as(code).isEqualTo(foreign.body());
        }
        assertThat(testServer.get(ADA + "/facts?joined=user:bob", key).body()).isEqualTo(foreign.body());
        String context = "{\"prompt\":\"heron\",\"with\":[" + of("user:bob") + "]}";
        assertThat(testServer.post(ADA + "/context", context, key).body()).isEqualTo(foreign.body());
        assertThat(joining(ADA, of("shared"), key).status()).isEqualTo(403);
    }

    @Test
    void wrong_fields_of_joined_scopes_are_named() {
        String[] key = bearer(testServer.key("default", AccessRight.READ));

        assertThat(joining(ADA, of("planner"), key).at("detail").toString()).contains("'planner'", "agent-of:USER/ID");
        assertThat(joining(ADA, of("agent:team") + "," + of("agent:team"), key)
                        .at("detail")
                        .toString())
                .contains("agent:team", "join each scope once");
        assertThat(joining(ADA, "{\"scope\":\"agent:team\",\"trust\":\"much\"}", key)
                        .status())
                .isEqualTo(400);
        assertThat(joining(ADA, "{\"agent\":\"team\"}", key).status()).isEqualTo(400);
    }

    @Test
    void forgetting_a_user_over_http_erases_the_agents_of_the_user() {
        String[] key = keyOf(new Scope.User(Space.DEFAULT, "ada"), AccessRight.READ, AccessRight.FORGET);

        assertThat(testServer.post(ADA + "/forget", "{\"all\":true}", key).body())
                .contains("\"episode\":2");
        assertThat(testServer.get(PLANNER + "/episodes/e", key).status()).isEqualTo(404);
    }
}

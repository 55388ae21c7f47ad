package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.access.AccessRight;
import dev.daybook.server.http.TestServer.Answer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuarantineOverHttpTest {

    private static final String QUARANTINE = ADA + "/quarantine";
    private static final String BY_CRAWLER = "{\"writer\":\"crawler\"}";

    @TempDir
    Path folder;

    private TestServer testServer;
    private String[] all;
    private String[] writer;

    @BeforeEach
    void serve() {
        testServer = TestServer.closed(folder);
        all = TestServer.bearer(testServer.key("default", AccessRight.values()));
        writer = TestServer.bearer(testServer.key("default", AccessRight.READ, AccessRight.WRITE));
        say("e1", "The heron is grey.", "");
        say("p1", "The heron is for sale.", ",\"origin\":{\"source\":\"tool\",\"writer\":\"crawler\"}");
    }

    @AfterEach
    void stop() {
        testServer.close();
    }

    private void say(String id, String text, String more) {
        Answer said = testServer.post(
                ADA + "/episodes",
                "{\"id\":\"" + id + "\",\"session\":\"s1\",\"messages\":[{\"role\":\"user\",\"text\":\"" + text + "\"}]"
                        + more + "}",
                all);
        assertThat(said.status()).as(said.body()).isEqualTo(201);
    }

    private String recalled() {
        return testServer.post(ADA + "/recall", "{\"query\":\"heron\"}", all).body();
    }

    private String put() {
        return String.valueOf(testServer.post(QUARANTINE, BY_CRAWLER, all).at("operation"));
    }

    @Test
    void entries_of_a_writer_are_quarantined_listed_shown_and_released() {
        Answer put = testServer.post(
                QUARANTINE,
                "{\"writer\":\"crawler\",\"origin\":\"tool\",\"session\":\"s1\","
                        + "\"since\":\"2000-01-01T00:00:00Z\"}",
                all);

        assertThat(put.status()).as(put.body()).isEqualTo(200);
        assertThat(put.json())
                .containsEntry("counts", Map.of("episode", 1L))
                .containsEntry("derived", Map.of())
                .containsEntry("dryRun", false);
        String operation = String.valueOf(put.at("operation"));
        assertThat(recalled()).contains("grey").doesNotContain("sale");
        assertThat(testServer.get(ADA + "/episodes/p1", all).status()).isEqualTo(404);
        assertThat(testServer.get(QUARANTINE, all).list("quarantine"))
                .singleElement()
                .satisfies(each -> assertThat(each).containsEntry("operation", operation));
        assertThat(testServer.get(QUARANTINE + "/" + operation, all).list("entries"))
                .singleElement()
                .satisfies(each ->
                        assertThat(each).containsEntry("kind", "episode").containsEntry("id", "p1"));

        Answer released = testServer.post(QUARANTINE + "/" + operation + "/release", "", all);
        assertThat(released.status()).as(released.body()).isEqualTo(200);
        assertThat(released.json()).containsEntry("counts", Map.of("episode", 1L));
        assertThat(recalled()).contains("sale");
        assertThat(testServer.get(QUARANTINE, all).list("quarantine")).isEmpty();
        assertThat(testServer
                        .post(QUARANTINE + "/" + operation + "/release", "", all)
                        .status())
                .isEqualTo(404);
        assertThat(testServer.get(QUARANTINE + "/" + operation, all).status()).isEqualTo(404);
    }

    @Test
    void a_dry_run_counts_and_changes_nothing() {
        Answer dry = testServer.post(QUARANTINE, "{\"kind\":\"episode\",\"id\":\"p1\",\"dryRun\":true}", all);

        assertThat(dry.json()).containsEntry("counts", Map.of("episode", 1L)).containsEntry("dryRun", true);
        assertThat(recalled()).contains("sale");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"dryRun\":true}",
                "{\"writer\":\"crawler\",\"wirter\":1}",
                "{\"kind\":\"episode\"}",
                "{\"origin\":\"ghost\"}",
                "{\"since\":\"yesterday\"}"
            })
    void a_body_that_says_nothing_or_too_much_is_invalid_and_changes_nothing(String body) {
        Answer refused = testServer.post(QUARANTINE, body, all);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.at("code")).isEqualTo("invalid");
        assertThat(recalled()).contains("sale");
    }

    @Test
    void it_takes_the_right_to_forget_to_put_to_look_and_to_release_even_by_an_undo() {
        assertThat(testServer.post(QUARANTINE, BY_CRAWLER, writer).status()).isEqualTo(403);
        String operation = put();

        assertThat(testServer.get(QUARANTINE, writer).status()).isEqualTo(403);
        assertThat(testServer.get(QUARANTINE + "/" + operation, writer).status())
                .isEqualTo(403);
        assertThat(testServer
                        .post(QUARANTINE + "/" + operation + "/release", "", writer)
                        .status())
                .isEqualTo(403);
        assertThat(testServer
                        .post("/v1/operations/" + operation + "/undo", "", writer)
                        .status())
                .isEqualTo(403);
        assertThat(testServer
                        .post(ADA + "/undo", "{\"operation\":\"" + operation + "\"}", writer)
                        .status())
                .isEqualTo(403);
        assertThat(recalled()).doesNotContain("sale");

        Answer undone = testServer.post("/v1/operations/" + operation + "/undo", "", all);
        assertThat(undone.status()).as(undone.body()).isEqualTo(200);
        assertThat(recalled()).contains("sale");
    }

    @Test
    void the_same_episode_again_stays_there_and_another_of_its_id_is_only_for_more_trust() {
        put();

        say("p1", "The heron is for sale.", "");
        Answer other = testServer.post(
                ADA + "/episodes",
                "{\"id\":\"p1\",\"messages\":[{\"role\":\"user\",\"text\":\"The heron is free.\"}],"
                        + "\"origin\":\"tool\"}",
                all);

        assertThat(other.status()).isEqualTo(400);
        assertThat(other.body()).contains("quarantine");
        assertThat(recalled()).doesNotContain("sale", "free");
        say("p1", "The heron is mine.", "");
        assertThat(recalled()).contains("mine").doesNotContain("sale");
    }

    @Test
    void sessions_of_other_users_are_not_visible() {
        String operation = put();
        String bob = "/v1/spaces/default/users/bob/quarantine";

        assertThat(testServer.get(bob, all).list("quarantine")).isEmpty();
        assertThat(testServer.get(bob + "/" + operation, all).status()).isEqualTo(404);
        assertThat(testServer.post(bob + "/" + operation + "/release", "", all).status())
                .isEqualTo(404);
        assertThat(recalled()).doesNotContain("sale");
    }
}

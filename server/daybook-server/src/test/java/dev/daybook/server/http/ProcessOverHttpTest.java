package dev.daybook.server.http;

import static dev.daybook.access.AccessRight.ADMIN;
import static dev.daybook.access.AccessRight.READ;
import static dev.daybook.access.AccessRight.WRITE;
import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.outcome.Event;
import dev.daybook.server.http.TestServer.Answer;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessOverHttpTest {

    @TempDir
    Path folder;

    private TestServer testServer;

    @BeforeEach
    void start() {
        testServer = TestServer.closed(folder);
        for (String user : List.of("ada", "bob")) {
            testServer.daybook.user(user).session("s").remember(Message.user("hello"));
        }
        testServer.daybook.space("acme").user("carol").session("s").remember(Message.user("hello"));
    }

    @AfterEach
    void stop() {
        testServer.close();
    }

    @Test
    void a_key_of_a_space_learns_its_rights_and_the_scopes_that_it_reads() {
        Answer access = testServer.get("/v1/access", bearer(testServer.key("default", READ, WRITE)));

        assertThat(access.status()).isEqualTo(200);
        assertThat(access.at("rights")).isEqualTo(List.of("read", "write"));
        assertThat(access.at("readsShared")).isEqualTo(true);
        assertThat(access.list("spaces"))
                .containsExactly(Map.of("space", "default", "scopes", List.of("user:ada", "user:bob"), "more", false));
        assertThat(access.body()).doesNotContain("hash", "acme", "carol");
    }

    @Test
    void a_key_of_one_user_learns_nothing_of_another() {
        Answer access = testServer.get("/v1/access", bearer(testServer.keyOf("ada", READ)));

        assertThat(access.list("spaces"))
                .containsExactly(Map.of("space", "default", "scopes", List.of("user:ada"), "more", false));
        assertThat(access.at("readsShared")).isEqualTo(false);
        assertThat(access.body()).doesNotContain("bob");
    }

    @Test
    void a_key_without_the_right_to_read_learns_its_rights_and_no_scope() {
        Answer access = testServer.get("/v1/access", bearer(testServer.key("default", WRITE)));

        assertThat(access.status()).isEqualTo(200);
        assertThat(access.at("rights")).isEqualTo(List.of("write"));
        assertThat(access.list("spaces")).isEmpty();
    }

    @Test
    void a_revoked_key_and_no_key_learn_nothing() {
        var made = testServer.keys.create(Space.DEFAULT, null, Set.of(READ), null);
        testServer.keys.revoke(made.key().id());

        assertThat(testServer.get("/v1/access", bearer(made.text())).status()).isEqualTo(401);
        assertThat(testServer.get("/v1/access").status()).isEqualTo(401);
    }

    @Test
    void a_server_without_keys_shows_every_space() {
        try (TestServer open = TestServer.over(testServer.daybook, folder)) {
            Answer access = open.get("/v1/access");

            assertThat(access.at("key")).isNull();
            assertThat(access.list("spaces"))
                    .extracting(space -> space.get("space"))
                    .containsExactly("acme", "default");
        }
    }

    @Test
    void the_backlog_is_for_an_administrator_of_a_whole_space() {
        assertThat(testServer
                        .get("/v1/backlog", bearer(testServer.key("default", READ)))
                        .status())
                .isEqualTo(403);
        assertThat(testServer
                        .get("/v1/backlog", bearer(testServer.keyOf("ada", ADMIN)))
                        .status())
                .isEqualTo(403);

        Answer backlog = testServer.get("/v1/backlog", bearer(testServer.key("default", ADMIN)));

        assertThat(backlog.status()).isEqualTo(200);
        assertThat(backlog.at("derivations")).isEqualTo(Map.of("scopes", 0L, "oldestSeconds", 0L, "failed", 0L));
        assertThat(backlog.list("failures")).isEmpty();
    }

    @Test
    void the_backlog_shows_failures_in_the_space_of_the_key_only_and_the_latest_first() {
        fail(new Scope.User(Space.DEFAULT, "ada"), "first", Result.FAILED);
        fail(new Scope.User(new Space("acme"), "carol"), "foreign", Result.FAILED);
        fail(new Scope.User(Space.DEFAULT, "bob"), "second", Result.FALLBACK);
        fail(new Scope.User(Space.DEFAULT, "bob"), "fine", Result.DONE);

        Answer backlog = testServer.get("/v1/backlog", bearer(testServer.key("default", READ, ADMIN)));

        assertThat(backlog.list("failures"))
                .extracting(failure -> failure.get("subject"))
                .containsExactly("second", "first");
        assertThat(testServer
                        .get("/v1/backlog", bearer(testServer.key("default", ADMIN)))
                        .list("failures"))
                .as("without the right to read")
                .isEmpty();
    }

    private void fail(Scope scope, String subject, Result result) {
        testServer.events.accept(new Event.Derived(new DerivationOutcome(
                scope,
                "gist",
                subject,
                result,
                null,
                "the model did not answer",
                0,
                OffsetDateTime.parse("2026-05-01T10:00:00Z"))));
    }
}

package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.access.AccessRight;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.server.keys.ApiKeys.CreatedKey;
import dev.daybook.server.keys.KeyLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A key with the right propose alone: what it stores waits for a review, and it does and reads nothing else. */
@Timeout(60)
class ProposalsOverHttpTest {

    private static final String PROPOSALS = ADA + "/proposals";
    private static final String QUARANTINE = ADA + "/quarantine";
    private static final String SALE = "{\"id\":\"p1\",\"session\":\"s1\",\"input\":\"The heron is for sale.\"}";

    @TempDir
    Path folder;

    private TestServer server;
    private String[] all;
    private String[] proposer;
    private String proposerId;

    @BeforeEach
    void serve() {
        server = TestServer.withMem0(Daybook.builder(new InMemoryStore()).noEmbedder(), folder);
        all = bearer(server.key("default", AccessRight.values()));
        CreatedKey key = server.keys.create(
                Space.DEFAULT,
                new Scope.User(Space.DEFAULT, "ada"),
                Set.of(AccessRight.PROPOSE),
                new KeyLimits(Trust.TOOL, null),
                null);
        proposer = bearer(key.text());
        proposerId = key.key().id();
        server.daybook.user("ada").session("s1").remember(Message.user("The heron is grey."));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String recalled() {
        return server.post(ADA + "/recall", "{\"query\":\"heron\"}", all).body();
    }

    private Map<String, Object> waiting() {
        List<Map<String, Object>> list = server.get(QUARANTINE, all).list("quarantine");
        assertThat(list).hasSize(1);
        return list.get(0);
    }

    @Test
    void a_proposal_waits_with_its_key_and_is_an_episode_after_the_release() {
        Answer proposed = server.post(PROPOSALS, SALE, proposer);

        assertThat(proposed.status()).as(proposed.body()).isEqualTo(202);
        assertThat(proposed.json()).containsOnlyKeys("ids");
        for (String path : List.of("/export", "/episodes", "/changes", "/sessions", "/profile", "/facts")) {
            assertThat(server.get(ADA + path, all).body()).as(path).doesNotContain("sale", "proposal");
        }
        assertThat(recalled()).contains("grey").doesNotContain("sale");
        assertThat(waiting())
                .containsEntry("proposed", true)
                .containsEntry("key", proposerId)
                .containsEntry("counts", Map.of("episode", 1L));
        String operation = String.valueOf(waiting().get("operation"));
        assertThat(server.get(QUARANTINE + "/" + operation, all).body()).contains("for sale");

        Answer released = server.post(QUARANTINE + "/" + operation + "/release", "", all);
        assertThat(released.status()).as(released.body()).isEqualTo(200);
        assertThat(recalled()).contains("sale").contains("\"tool\"");
    }

    @Test
    void a_retry_is_the_same_proposal_before_and_after_the_release() {
        Answer first = server.post(PROPOSALS, SALE, proposer);
        assertThat(server.post(PROPOSALS, SALE, proposer).body()).isEqualTo(first.body());
        String operation = String.valueOf(waiting().get("operation"));
        server.post(QUARANTINE + "/" + operation + "/release", "", all);

        Answer again = server.post(PROPOSALS, SALE, proposer);

        assertThat(again.status()).isEqualTo(202);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(server.get(QUARANTINE, all).list("quarantine")).isEmpty();
        assertThat(server.get(ADA + "/episodes", all).list("episodes")).hasSize(2);
    }

    @Test
    void a_proposer_is_refused_every_other_write_and_every_read() {
        server.post(PROPOSALS, SALE, proposer);
        String operation = String.valueOf(waiting().get("operation"));
        String before = server.get(ADA + "/export", all).body();

        Answer write = server.post(ADA + "/episodes", SALE, proposer);
        assertThat(write.status()).isEqualTo(403);
        assertThat(write.body()).contains("'write'").contains("/proposals");
        List<Answer> refused = List.of(
                server.post(PROPOSALS + "?import=true", SALE, proposer),
                server.post(
                        PROPOSALS,
                        SALE,
                        Stream.concat(Stream.of(proposer), Stream.of("If-Match", "\"1\""))
                                .toArray(String[]::new)),
                server.post(ADA + "/facts", "{\"subject\":\"a\",\"predicate\":\"b\",\"object\":\"c\"}", proposer),
                server.put(ADA + "/blocks/b1", "{\"content\":\"x\"}", proposer),
                server.post(ADA + "/notes", "{\"contents\":[\"x\"]}", proposer),
                server.post(ADA + "/entries", "{\"entries\":[]}", proposer),
                server.post(ADA + "/forget", "{\"session\":\"s1\"}", proposer),
                server.post(QUARANTINE, "{\"session\":\"s1\"}", proposer),
                server.post(QUARANTINE + "/" + operation + "/release", "", proposer),
                server.post(ADA + "/undo", "{\"operation\":\"" + operation + "\"}", proposer),
                server.get(QUARANTINE, proposer),
                server.get(ADA + "/export", proposer),
                server.get(ADA + "/changes", proposer),
                server.post(ADA + "/recall", "{\"query\":\"heron\"}", proposer),
                server.post(
                        "/mem0/v3/memories/add/", "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}", proposer),
                server.post("/mem0/v3/memories/search/", "{\"query\":\"heron\"}", proposer),
                server.post("/v1/spaces/default/users/bob/proposals", SALE, proposer));

        assertThat(refused).allSatisfy(answer -> {
            assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
            assertThat(answer.body()).doesNotContain("grey", "sale");
        });
        assertThat(server.get(ADA + "/export", all).body()).isEqualTo(before);
        assertThat(server.get(QUARANTINE, all).list("quarantine")).hasSize(1);
    }

    @Test
    void a_tool_call_of_a_proposer_stores_nothing() {
        String[] headers = Stream.concat(
                        Stream.of(proposer), Stream.of("Accept", "application/json, text/event-stream"))
                .toArray(String[]::new);
        Answer begun = server.post(
                "/mcp",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                        + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}",
                headers);
        Answer answer = server.post(
                "/mcp",
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"remember\","
                        + "\"arguments\":{\"text\":\"The heron is for sale.\"}}}",
                Stream.concat(Stream.of(headers), Stream.of("Mcp-Session-Id", begun.header("mcp-session-id")))
                        .toArray(String[]::new));

        assertThat(answer.body()).contains("\"isError\":true").contains("'write'");
        assertThat(recalled()).doesNotContain("sale");
        assertThat(server.get(QUARANTINE, all).list("quarantine")).isEmpty();
    }

    @Test
    void an_operation_that_proposed_is_shown_to_reviewers_only_and_is_not_undone() {
        server.post(PROPOSALS, SALE, proposer);
        String path = "/v1/operations/" + waiting().get("operation");
        String[] reader = bearer(server.key("default", AccessRight.READ, AccessRight.WRITE));
        String[] reviewer = bearer(server.key("default", AccessRight.READ, AccessRight.FORGET));

        for (Answer refused : List.of(
                server.get(path, reader),
                server.get(path + "/audit", reader),
                server.post(path + "/undo", "", reader))) {
            assertThat(refused.status()).as(refused.body()).isEqualTo(403);
            assertThat(refused.body()).contains("'forget'").doesNotContain("counts", "wrote");
        }
        Answer shown = server.get(path, reviewer);
        assertThat(shown.status()).as(shown.body()).isEqualTo(200);
        assertThat(shown.json()).containsEntry("kind", "quarantine").containsEntry("undoable", false);
        assertThat(shown.list("wrote")).hasSize(1);
        Answer undone = server.post(path + "/undo", "", all);
        assertThat(undone.status()).isEqualTo(400);
        assertThat(undone.body()).contains("is a proposal", "release it in the quarantine");
        assertThat(recalled()).doesNotContain("sale");

        server.post(QUARANTINE + "/" + waiting().get("operation") + "/release", "", all);
        assertThat(server.get(path, reviewer).status()).isEqualTo(404);
    }

    @Test
    void a_release_of_what_is_not_in_quarantine_is_not_found() {
        assertThat(server.post(QUARANTINE + "/proposal_0/release", "", all).status())
                .isEqualTo(404);
    }

    @Test
    void a_reviewer_erases_a_proposal() {
        String id =
                String.valueOf(((List<?>) server.post(PROPOSALS, SALE, proposer).at("ids")).get(0));

        Answer erased = server.delete(ADA + "/episodes/" + id, all);

        assertThat(erased.status()).as(erased.body()).isBetween(200, 299);
        assertThat(server.get(QUARANTINE, all).list("quarantine")).isEmpty();
        assertThat(recalled()).doesNotContain("sale");
    }
}
